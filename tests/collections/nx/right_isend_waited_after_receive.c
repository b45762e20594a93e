// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The long isend is waited for after the receive.
#include <nx.h>
#define N 50000

static float halo[N], ghost[N];

int main(void) {
  long me = mynode(), i, id;
  for (i = 0; i < N; i++) halo[i] = (float)(i % 100 + me);
  id = isend(2, halo, sizeof halo, 1 - me, 0);
  crecv(2, ghost, sizeof ghost);
  msgwait(id);
  return ghost[99] == 99.0f + (1 - me) ? 0 : 1;
}
