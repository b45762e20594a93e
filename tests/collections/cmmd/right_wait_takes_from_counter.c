// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: CMAM_wait takes what it waited for from the counter, so the second step counts from nought again.
#include <cmmd.h>

static volatile int hits;

static void hit(int a, int b, int c, int d) { hits += a + b + c + d; }

int main(void) {
  int me = CMMD_self_address(), step;
  for (step = 0; step < 2; step++) {
    if (me != 0)
      CMAM_4(0, hit, 1, 0, 0, 0);
    else
      CMAM_wait(&hits, 2);
    CMMD_sync_with_nodes();
  }
  return hits == 0 ? 0 : 1;
}
