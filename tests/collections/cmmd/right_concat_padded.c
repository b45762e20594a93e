// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All nodes give parts padded to the longest one.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), points = me + 1, i, most;
  double mine[3] = {-1.0, -1.0, -1.0}, all[9];
  for (i = 0; i < points; i++) mine[i] = me;
  most = CMMD_reduce_int(points, CMMD_combiner_max);
  CMMD_concat_with_nodes(mine, all, most * sizeof(double));
  return most == 3 && all[0] == 0.0 && all[1] == -1.0 && all[3] == 1.0 && all[8] == 2.0 ? 0 : 1;
}
