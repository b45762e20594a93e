// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 4
// call: CMMD_concat_with_nodes:14
// why: The result of the concatenation gets room for one element instead of one of each node.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  int me = CMMD_self_address(), bad;
  double mine[8] = {0}, *all = malloc(sizeof mine);
  mine[7] = me;
  CMMD_concat_with_nodes(mine, all, sizeof mine);
  bad = all[7] != 0.0;
  free(all);
  return bad;
}
