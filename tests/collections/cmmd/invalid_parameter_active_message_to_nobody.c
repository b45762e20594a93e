// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: CMAM_4:15
// why: The active message of the last node goes to a node that isn't in the partition.
#include <cmmd.h>

static volatile int hits;

static void hit(int a, int b, int c, int d) { hits += a + b + c + d; }

int main(void) {
  int me = CMMD_self_address();
  CMAM_4(me + 1, hit, 1, 0, 0, 0);
  if (me > 0) CMAM_wait(&hits, 1);
  return hits == 0 ? 0 : 1;
}
