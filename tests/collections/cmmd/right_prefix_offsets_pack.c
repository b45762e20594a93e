// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Each node reckons by an exclusive scan where its part goes and fills it in by a reduction of vectors.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), count = me + 1, i, at, mine[10] = {0}, all[10];
  at = CMMD_scan_int(count, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_exclusive);
  for (i = 0; i < count; i++) mine[at + i] = 1 + me;
  CMMD_reduce_v(all, mine, 10, CMMD_combiner_max, CMMD_int);
  if (all[0] != 1 || all[1] != 2 || all[3] != 3) return 1;
  return all[6] == 4 && all[9] == 4 ? 0 : 1;
}
