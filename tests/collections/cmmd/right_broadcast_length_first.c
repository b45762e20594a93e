// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The length is broadcast first, then as many bytes.
#include <cmmd.h>

int main(void) {
  int p[4] = {0}, bytes = 0;
  if (CMMD_self_address() == 0) {
    p[1] = 16;
    bytes = 2 * sizeof(int);
    CMMD_bc_to_nodes(&bytes, sizeof bytes);
    CMMD_bc_to_nodes(p, bytes);
  } else {
    CMMD_receive_bc_from_node(&bytes, sizeof bytes);
    CMMD_receive_bc_from_node(p, bytes);
  }
  return bytes == 8 && p[1] == 16 ? 0 : 1;
}
