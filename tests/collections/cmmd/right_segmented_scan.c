// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A sum of segments that start at nodes 0 and 2, by the start bit.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), start = me % 2 == 0, want = me % 2 == 0 ? me : 2 * me - 1;
  int s = CMMD_scan_int(me, CMMD_combiner_add, CMMD_upward, CMMD_start_bit, start, CMMD_inclusive);
  CMMD_sync_with_nodes();
  if (s != want) return 1;
  return 0;
}
