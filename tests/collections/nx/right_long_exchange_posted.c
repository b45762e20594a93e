// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each node posts its receive before it sends 256 KiB.
#include <nx.h>
#define N 32768

static double mine[N], theirs[N];

int main(void) {
  long me = mynode(), i, id;
  for (i = 0; i < N; i++) mine[i] = me * 1000000.0 + i;
  id = irecv(30, theirs, sizeof theirs);
  csend(30, mine, sizeof mine, 1 - me, 0);
  msgwait(id);
  for (i = 0; i < N; i += 97)
    if (theirs[i] != (1 - me) * 1000000.0 + i) return 1;
  return 0;
}
