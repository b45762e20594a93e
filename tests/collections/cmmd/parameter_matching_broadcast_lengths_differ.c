// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: CMMD_bc_to_nodes:14, CMMD_receive_bc_from_node:16
// why: The root broadcasts four words, the others receive two.
#include <cmmd.h>

int main(void) {
  int p[4] = {0};
  if (CMMD_self_address() == 0) {
    p[0] = 8;
    p[1] = 16;
    CMMD_bc_to_nodes(p, sizeof p);
  } else {
    CMMD_receive_bc_from_node(p, 2 * sizeof(int));
  }
  return p[0] == 8 && p[1] == 16 ? 0 : 1;
}
