// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: irecv:12
// why: Both posted receives are of the same type, so which holds node 1's message and which node 2's is left to chance.
#include <nx.h>

int main(void) {
  long me = mynode(), west = 0, east = 0, a, b, v = 1000 + me;
  if (me == 0) {
    a = irecv(9, &west, sizeof west);
    b = irecv(9, &east, sizeof east);
    msgwait(a);
    msgwait(b);
    return west == 1001 && east == 1002 ? 0 : 1;
  }
  if (me < 3) csend(9, &v, sizeof v, 0, 0);
  return 0;
}
