// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Active messages of two nodes add to a word, which is the same in either order.
#include <cmmd.h>

static volatile int total, hits;

static void add(int what, int b, int c, int d) {
  total += what + b + c + d;
  hits++;
}

int main(void) {
  int me = CMMD_self_address();
  if (me != 0) {
    CMAM_4(0, add, me, 10 * me, 0, 0);
    return 0;
  }
  while (hits < 2) CMAM_poll();
  return total == 33 ? 0 : 1;
}
