// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Node 0 broadcasts first and node 1 second, and each receives the other's broadcast.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v[2] = {0, 0}, root;
  for (root = 0; root < 2; root++) {
    if (me == root) {
      v[root] = root + 1;
      CMMD_bc_to_nodes(&v[root], sizeof v[root]);
    } else {
      CMMD_receive_bc_from_node(&v[root], sizeof v[root]);
    }
  }
  return v[0] == 1 && v[1] == 2 ? 0 : 1;
}
