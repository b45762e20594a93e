// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Both posted receives are of the same type but of different nodes.
#include <nx.h>

int main(void) {
  long me = mynode(), west = 0, east = 0, a, b, v = 1000 + me, ia[8], ib[8];
  if (me == 0) {
    a = irecvx(9, &west, sizeof west, 1, 0, ia);
    b = irecvx(9, &east, sizeof east, 2, 0, ib);
    msgwait(b);
    msgwait(a);
    return west == 1001 && east == 1002 ? 0 : 1;
  }
  if (me < 3) csend(9, &v, sizeof v, 0, 0);
  return 0;
}
