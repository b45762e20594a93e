// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: crecv:17
// why: A csend to node -1 goes to all other nodes, so the root's own crecv of it never ends.
#include <nx.h>

struct setup { long steps; double dt; };

int main(void) {
  struct setup s = {0, 0.0};
  if (mynode() == 0) {
    struct setup mine = {100, 0.25};
    csend(1, &mine, sizeof mine, -1, 0);
  }
  crecv(1, &s, sizeof s);
  return s.steps == 100 && s.dt == 0.25 ? 0 : 1;
}
