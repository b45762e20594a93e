// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: CMMD_sync_with_nodes:14
// why: The last node has no rows and returns before the barrier in which the others wait.
#include <cmmd.h>
#define ROWS 4

int main(void) {
  int me = CMMD_self_address(), first = 2 * me, r, sum = 0;
  if (first >= ROWS) return 0;
  for (r = first; r < first + 2; r++) sum += r;
  CMMD_sync_with_nodes();
  return sum == 4 * me + 1 ? 0 : 1;
}
