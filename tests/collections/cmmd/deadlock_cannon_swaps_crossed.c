// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: CMMD_swap:12, CMMD_swap:15
// why: Nodes 1 and 2 swap along the column first, nodes 0 and 3 along the row, so each waits for a partner that waits for another one.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), a = me, b = 10 * me;
  if (me / 2 != me % 2) {
    CMMD_swap(me ^ 2, &b, sizeof b);
    CMMD_swap(me ^ 1, &a, sizeof a);
  } else {
    CMMD_swap(me ^ 1, &a, sizeof a);
    CMMD_swap(me ^ 2, &b, sizeof b);
  }
  return a == (me ^ 1) && b == 10 * (me ^ 2) ? 0 : 1;
}
