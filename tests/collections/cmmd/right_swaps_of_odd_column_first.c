// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Nodes 1 and 3 swap with each other first and then with 0 and 2, which wait for them.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), a = me, b = 10 * me;
  if (me % 2) {
    CMMD_swap(me ^ 2, &b, sizeof b);
    CMMD_swap(me ^ 1, &a, sizeof a);
  } else {
    CMMD_swap(me ^ 1, &a, sizeof a);
    CMMD_swap(me ^ 2, &b, sizeof b);
  }
  return a == (me ^ 1) && b == 10 * (me ^ 2) ? 0 : 1;
}
