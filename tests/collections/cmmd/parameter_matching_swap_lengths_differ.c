// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: CMMD_swap:12
// why: Node 1 swaps two words for node 0's one.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), e[2];
  e[0] = e[1] = 5 + me;
  CMMD_swap(1 - me, e, (me + 1) * sizeof(int));
  CMMD_sync_with_nodes();
  return e[0] == 6 - me ? 0 : 1;
}
