// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: CMMD_concat_with_nodes:13
// why: Each node gives its number of points times eight bytes to the concatenation, which differs.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), points = me + 1, i;
  double mine[3] = {0}, all[9];
  for (i = 0; i < points; i++) mine[i] = me;
  CMMD_concat_with_nodes(mine, all, points * sizeof(double));
  return all[0] == 0.0 ? 0 : 1;
}
