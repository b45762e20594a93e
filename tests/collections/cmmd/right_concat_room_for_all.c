// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The result of the concatenation has room for one element of each node.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), bad, k;
  double mine[8] = {0}, *all = malloc(n * sizeof mine);
  mine[7] = me;
  CMMD_concat_with_nodes(mine, all, sizeof mine);
  for (bad = 0, k = 0; k < n; k++) bad |= all[8 * k + 7] != k;
  free(all);
  return bad;
}
