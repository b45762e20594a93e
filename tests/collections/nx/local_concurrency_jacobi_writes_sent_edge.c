// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 4
// call: isend:17
// why: The relaxation writes the first cell, which is still being sent to the left, before it waits for the sends.
#include <nx.h>
#define N 6

int main(void) {
  double u[N + 2] = {0}, heat = 0.0, work;
  long me = mynode(), last = numnodes() - 1, step, i, out[2], m, type;
  if (me == 0) u[1] = 64.0;
  for (step = 0; step < 3; step++) {
    m = 0;
    type = 2 * step;
    if (me > 0) out[m++] = isend(type + 1, &u[1], sizeof u[1], me - 1, 0);
    if (me < last) out[m++] = isend(type, &u[N], sizeof u[N], me + 1, 0);
    if (me > 0) crecv(type, &u[0], sizeof u[0]);
    if (me < last) crecv(type + 1, &u[N + 1], sizeof u[0]);
    for (i = 1; i < N; i++) u[i] = 0.5 * u[i];
    for (i = 0; i < m; i++) msgwait(out[i]);
  }
  for (i = 1; i <= N; i++) heat += u[i];
  gdsum(&heat, 1, &work);
  return heat == 8.0 ? 0 : 1;
}
