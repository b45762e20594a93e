// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 3
// call: CMMD_bc_to_nodes:13, CMMD_bc_to_nodes:17
// why: Nodes 0 and 1 both start with their own broadcast.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), a = 0, b = 0;
  if (me == 0) {
    a = 1;
    CMMD_bc_to_nodes(&a, sizeof a);
    CMMD_receive_bc_from_node(&b, sizeof b);
  } else if (me == 1) {
    b = 2;
    CMMD_bc_to_nodes(&b, sizeof b);
    CMMD_receive_bc_from_node(&a, sizeof a);
  } else {
    CMMD_receive_bc_from_node(&a, sizeof a);
    CMMD_receive_bc_from_node(&b, sizeof b);
  }
  return a == 1 && b == 2 ? 0 : 1;
}
