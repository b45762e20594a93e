// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A one-dimensional relaxation: receives are posted, edges are sent, the interior is done meanwhile, and all ids are waited for.
#include <nx.h>
#define N 6

int main(void) {
  double u[N + 2] = {0}, v[N + 2], heat = 0.0, work;
  long me = mynode(), last = numnodes() - 1, step, i, ids[4], m;
  if (me == 0) u[N] = 64.0;
  for (step = 0; step < 3; step++) {
    m = 0;
    if (me > 0) {
      ids[m++] = irecv(2 * step, &u[0], sizeof u[0]);
      ids[m++] = isend(2 * step + 1, &u[1], sizeof u[1], me - 1, 0);
    }
    if (me < last) {
      ids[m++] = irecv(2 * step + 1, &u[N + 1], sizeof u[0]);
      ids[m++] = isend(2 * step, &u[N], sizeof u[N], me + 1, 0);
    }
    for (i = 2; i < N; i++) v[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1];
    for (i = 0; i < m; i++) msgwait(ids[i]);
    v[1] = 0.25 * u[0] + 0.5 * u[1] + 0.25 * u[2];
    v[N] = 0.25 * u[N - 1] + 0.5 * u[N] + 0.25 * u[N + 1];
    for (i = 1; i <= N; i++) u[i] = v[i];
  }
  for (i = 1; i <= N; i++) heat += u[i];
  gdsum(&heat, 1, &work);
  return heat == 64.0 ? 0 : 1;
}
