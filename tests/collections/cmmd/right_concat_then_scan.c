// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All nodes concatenate and then scan, and the two agree.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), mine = me + 1, all[3] = {0}, at, k, before = 0;
  CMMD_concat_with_nodes(&mine, all, sizeof mine);
  at = CMMD_scan_int(mine, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_exclusive);
  for (k = 0; k < me; k++) before += all[k];
  return at == before && all[2] == 3 ? 0 : 1;
}
