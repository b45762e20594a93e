// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: CMAM_wait:19
// why: Two active messages come, and the node waits until it has counted as many as there are nodes.
#include <cmmd.h>

static volatile int hits;

static void hit(int a, int b, int c, int d) { hits += a + b + c + d; }

int main(void) {
  int me = CMMD_self_address();
  if (me != 0) {
    CMAM_4(0, hit, 1, 0, 0, 0);
    return 0;
  }
  CMAM_wait(&hits, CMMD_partition_size());
  return hits == 0 ? 0 : 1;
}
