// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The nodes leave the loop by the global residual and so call the same operations.
#include <nx.h>

int main(void) {
  long me = mynode(), sweeps = 0, w;
  double r = me == 0 ? 8.0 : 32.0, worst, work;
  do {
    r *= 0.5;
    worst = r;
    gdhigh(&worst, 1, &work);
    sweeps++;
  } while (worst > 1.0);
  gihigh(&sweeps, 1, &w);
  return sweeps == 5 ? 0 : 1;
}
