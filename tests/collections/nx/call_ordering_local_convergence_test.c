// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: gdsum:15, gihigh:18
// why: Each node leaves the loop by its own residual, so one is in the final gihigh while the other is in gdsum.
#include <nx.h>

int main(void) {
  long me = mynode(), sweeps = 0, w;
  double r = me == 0 ? 8.0 : 32.0, total, work;
  while (r > 1.0) {
    r *= 0.5;
    total = r;
    gdsum(&total, 1, &work);
    sweeps++;
  }
  gihigh(&sweeps, 1, &w);
  return sweeps == 5 ? 0 : 1;
}
