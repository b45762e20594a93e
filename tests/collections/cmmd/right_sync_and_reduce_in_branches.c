// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both branches have the barrier and the reduction in the same order.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), sum;
  if (me == 0) {
    CMMD_sync_with_nodes();
    sum = CMMD_reduce_int(3, CMMD_combiner_add);
  } else {
    CMMD_sync_with_nodes();
    sum = CMMD_reduce_int(4, CMMD_combiner_add);
  }
  return sum == 7 ? 0 : 1;
}
