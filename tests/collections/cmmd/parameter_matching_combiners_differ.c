// verdict: wrong
// class: parameter_matching
// also: call_ordering
// nodes: 4
// call: CMMD_reduce_int:11
// why: Node 0 asks for the largest value where the others ask for the sum.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), got;
  got = CMMD_reduce_int(me, me == 0 ? CMMD_combiner_max : CMMD_combiner_add);
  CMMD_sync_with_nodes();
  if (me == 0) return got == 3 ? 0 : 1;
  return got == 6 ? 0 : 1;
}
