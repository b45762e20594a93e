// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The node without rows comes to the barrier too.
#include <cmmd.h>
#define ROWS 4

int main(void) {
  int me = CMMD_self_address(), first = 2 * me, r, sum = 0;
  for (r = first; r < first + 2 && r < ROWS; r++) sum += r;
  CMMD_sync_with_nodes();
  return CMMD_reduce_int(sum, CMMD_combiner_add) == 6 ? 0 : 1;
}
