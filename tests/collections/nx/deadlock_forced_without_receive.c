// verdict: wrong
// class: deadlock
// also: message_race, buffering_hazard
// nodes: 2
// call: crecv:21
// why: The FORCED block arrives before the go-ahead that is sent after it, with no receive posted, and is discarded; the crecv for it waits for ever.
#include <nx.h>
#define BLOCK 1000000005
#define GO 3

static double block[64];

int main(void) {
  long me = mynode(), i, go = 0;
  if (me == 0) {
    for (i = 0; i < 64; i++) block[i] = i;
    csend(BLOCK, block, sizeof block, 1, 0);
    csend(GO, &go, sizeof go, 1, 0);
  } else {
    crecv(GO, &go, sizeof go);
    crecv(BLOCK, block, sizeof block);
    for (i = 0; i < 64; i++)
      if (block[i] != i) return 1;
  }
  return 0;
}
