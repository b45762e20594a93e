// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: msgwait:16
// why: Both nodes wait for their long isend before they post the receive that the other's isend needs.
#include <nx.h>
#define N 50000

static float halo[N], ghost[N];

int main(void) {
  long me = mynode(), i, id;
  for (i = 0; i < N; i++) halo[i] = (float)(i % 100 + me);
  id = isend(2, halo, sizeof halo, 1 - me, 0);
  msgwait(id);
  crecv(2, ghost, sizeof ghost);
  return ghost[99] == 99.0f + (1 - me) ? 0 : 1;
}
