// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: CMAM_wait:24
// why: The handler counts on its own node instead of replying, so node 0 waits for an answer that never comes.
#include <cmmd.h>

static volatile int answers, served;
static int memory[5] = {2, 3, 5, 7, 11};

static void fetch(int from, int index, int c, int d) {
  (void)from; (void)c; (void)d;
  served = memory[index];
  answers++;
}

int main(void) {
  if (CMMD_self_address() == 1) {
    CMAM_wait(&answers, 1);
    return served == 7 ? 0 : 1;
  }
  CMAM_4(1, fetch, 0, 3, 0, 0);
  CMAM_wait(&answers, 1);
  return 0;
}
