// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 4
// call: csend:16
// why: In each dimension of the cube both partners csend a block of 64 KiB before either receives.
#include <nx.h>
#define N 8192

static double block[N], copy[N];

int main(void) {
  long me = mynode(), d, i;
  for (i = 0; i < N; i++) block[i] = me;
  for (d = 0; d < nodedim(); d++) {
    csend(100 + d, block, sizeof block, me ^ (1 << d), 0);
    crecv(100 + d, copy, sizeof copy);
    for (i = 0; i < N; i++) block[i] += copy[i];
  }
  return block[0] == 6.0 && block[N - 1] == 6.0 ? 0 : 1;
}
