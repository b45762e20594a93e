// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 4
// call: gsync:16
// why: Node 3 has no work and returns before the gsync in which the other nodes wait.
#include <nx.h>

#define CELLS 12

int main(void) {
  long me = mynode(), n = numnodes(), first = me * 4, c;
  double sum = 0.0;
  if (first >= CELLS) return 0;
  for (c = first; c < first + 4 && c < CELLS; c++) sum += 0.5 * c;
  gsync();
  return sum >= 0.0 && n == 4 ? 0 : 1;
}
