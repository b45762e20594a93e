// verdict: wrong
// class: memory
// also: none
// nodes: 4
// call: none
// why: The offsets come from an inclusive scan, so the last node writes beyond its block.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  int me = CMMD_self_address(), count = me + 1, i, at, total, bad, *mine;
  total = CMMD_reduce_int(count, CMMD_combiner_add);
  mine = calloc(total, sizeof *mine);
  at = CMMD_scan_int(count, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_inclusive);
  for (i = 0; i < count; i++) mine[at + i] = 1 + me;
  bad = me == 0 && mine[1] != 1;
  free(mine);
  return bad;
}
