// verdict: wrong
// class: parameter_matching
// also: call_ordering
// nodes: 3
// call: CMMD_scan_int:12
// why: Node 2 scans downward, the others upward.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), s;
  CMMD_scan_direction_t d = me == 2 ? CMMD_downward : CMMD_upward;
  s = CMMD_scan_int(1, CMMD_combiner_add, d, CMMD_none, 0, CMMD_inclusive);
  CMMD_sync_with_nodes();
  return s >= 1 ? 0 : 1;
}
