// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 2
// call: irecv:14
// why: The smoothing loop reads the ghost cell before its receive has been waited for.
#include <nx.h>
#define N 10

int main(void) {
  double u[N + 1], next[N];
  long me = mynode(), i, id;
  for (i = 0; i <= N; i++) u[i] = 1.0 + me;
  id = irecv(2, &u[N], sizeof u[N]);
  csend(2, &u[0], sizeof u[0], 1 - me, 0);
  for (i = 0; i < N; i++) next[i] = 0.5 * (u[i] + u[i + 1]);
  msgwait(id);
  return next[0] == 1.0 + me && next[N - 1] == 1.5 ? 0 : 1;
}
