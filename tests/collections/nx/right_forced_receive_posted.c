// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receive of the FORCED block is posted before the sender gets its go-ahead.
#include <nx.h>
#define BLOCK 1000000005
#define READY 3

static double block[64];

int main(void) {
  long me = mynode(), i, id;
  if (me == 0) {
    for (i = 0; i < 64; i++) block[i] = i;
    crecv(READY, 0, 0);
    csend(BLOCK, block, sizeof block, 1, 0);
  } else {
    id = irecv(BLOCK, block, sizeof block);
    csend(READY, 0, 0, 0, 0);
    msgwait(id);
    for (i = 0; i < 64; i++)
      if (block[i] != i) return 1;
  }
  return 0;
}
