// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both branches call gsync and gdsum in the same order from lines of their own.
#include <nx.h>

int main(void) {
  double energy = 2.0 + mynode(), work;
  if (mynode() == 0) {
    gsync();
    gdsum(&energy, 1, &work);
  } else {
    energy = 2.0 * energy - 3.0;
    gsync();
    gdsum(&energy, 1, &work);
  }
  return energy == 5.0 ? 0 : 1;
}
