// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each node sends an active message to its right neighbour and waits for the left one's.
#include <cmmd.h>

static volatile int hits, from = -1;

static void hit(int a, int b, int c, int d) {
  from = a + b + c + d;
  hits++;
}

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size();
  CMAM_4((me + 1) % n, hit, me, 0, 0, 0);
  CMAM_wait(&hits, 1);
  CMMD_sync_with_nodes();
  return from == (me + n - 1) % n ? 0 : 1;
}
