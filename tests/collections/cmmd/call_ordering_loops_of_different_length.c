// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: CMMD_reduce_double:14, CMMD_sync_with_nodes:16
// why: Each node ends its loop by its own error, so one is in the last barrier while the other reduces.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address();
  double error = me == 0 ? 4.0 : 16.0, worst = 0.0;
  while (error > 1.0) {
    error /= 2.0;
    worst = CMMD_reduce_double(error, CMMD_combiner_dmax);
  }
  CMMD_sync_with_nodes();
  return worst <= 4.0 ? 0 : 1;
}
