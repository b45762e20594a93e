// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: crecvx:13
// why: Data go round the ring to the right, but each node waits for its right neighbour instead of its left.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), right = (me + 1) % n, info[8];
  long token = me * 3, got = -1;
  csend(5, &token, sizeof token, right, 0);
  crecvx(5, &got, sizeof got, right, 0, info);
  return got == ((me + n - 1) % n) * 3 ? 0 : 1;
}
