// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: gsync:12, gdsum:15
// why: Node 0 calls gsync before gdsum, node 1 calls them the other way round.
#include <nx.h>

int main(void) {
  double energy = 2.0 + mynode(), work;
  if (mynode() == 0) {
    gsync();
    gdsum(&energy, 1, &work);
  } else {
    gdsum(&energy, 1, &work);
    gsync();
  }
  return energy == 5.0 ? 0 : 1;
}
