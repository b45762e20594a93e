// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: CMMD_sync_with_nodes:12, CMMD_reduce_int:15
// why: Node 0 calls the barrier and then the reduction, node 1 the other way round.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), sum;
  if (me == 0) {
    CMMD_sync_with_nodes();
    sum = CMMD_reduce_int(3, CMMD_combiner_add);
  } else {
    sum = CMMD_reduce_int(4, CMMD_combiner_add);
    CMMD_sync_with_nodes();
  }
  return sum == 7 ? 0 : 1;
}
