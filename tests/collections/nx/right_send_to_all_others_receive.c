// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The root sends to all others and only those receive.
#include <nx.h>

struct setup { long steps; double dt; };

int main(void) {
  struct setup s = {0, 0.0};
  if (mynode() == 0) {
    s.steps = 100;
    s.dt = 0.25;
    csend(1, &s, sizeof s, -1, 0);
  } else {
    crecv(1, &s, sizeof s);
  }
  return s.steps == 100 && s.dt == 0.25 ? 0 : 1;
}
