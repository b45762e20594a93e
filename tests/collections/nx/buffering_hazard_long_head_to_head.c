// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: csend:15
// why: Both nodes send 256 KiB before they receive, which ends only if the machine buffers so much.
#include <nx.h>
#define N 32768

static double mine[N], theirs[N];

int main(void) {
  long me = mynode(), i;
  for (i = 0; i < N; i++) mine[i] = me * 1000000.0 + i;
  csend(30, mine, sizeof mine, 1 - me, 0);
  crecv(30, theirs, sizeof theirs);
  for (i = 0; i < N; i += 97)
    if (theirs[i] != (1 - me) * 1000000.0 + i) return 1;
  return 0;
}
