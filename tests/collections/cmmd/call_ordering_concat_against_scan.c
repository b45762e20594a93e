// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 3
// call: CMMD_scan_int:12, CMMD_concat_with_nodes:15
// why: Node 2 makes its offsets by a scan while the others are in the concatenation.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), mine = me + 1, all[3] = {0}, at;
  if (me == 2) {
    at = CMMD_scan_int(mine, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_exclusive);
    CMMD_concat_with_nodes(&mine, all, sizeof mine);
  } else {
    CMMD_concat_with_nodes(&mine, all, sizeof mine);
    at = CMMD_scan_int(mine, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_exclusive);
  }
  return all[2] == 3 && at == me * (me + 1) / 2 ? 0 : 1;
}
