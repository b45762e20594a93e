// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: none
// why: Active messages of two nodes set the same word; the last one to be handled is expected to be node 2's.
#include <cmmd.h>

static volatile int latest, hits;

static void note(int who, int b, int c, int d) {
  (void)b; (void)c; (void)d;
  latest = who;
  hits++;
}

int main(void) {
  int me = CMMD_self_address();
  if (me != 0) {
    CMAM_4(0, note, me, 0, 0, 0);
    return 0;
  }
  while (hits < 2) CMAM_poll();
  return latest == 2 ? 0 : 1;
}
