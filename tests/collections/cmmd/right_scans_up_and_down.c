// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All nodes scan upward and then downward.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), up, down;
  up = CMMD_scan_int(1, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_inclusive);
  down = CMMD_scan_int(me, CMMD_combiner_max, CMMD_downward, CMMD_none, 0, CMMD_inclusive);
  if (up != me + 1) return 1;
  return down == n - 1 ? 0 : 1;
}
