// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: CMMD_receive_bc_from_node:13
// why: All nodes, the root too, call CMMD_receive_bc_from_node, and nobody broadcasts.
#include <cmmd.h>
#include <stdio.h>

int main(void) {
  int steps = 0;
  if (CMMD_self_address() == 0) steps = 12;
  CMMD_receive_bc_from_node(&steps, sizeof steps);
  return steps == 12 ? 0 : 1;
}
