// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Eight bytes go round the ring; csend of so short a message doesn't wait for the receive.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), right = (me + 1) % n, left = (me + n - 1) % n, info[8];
  long token = me * 3, got = -1;
  csend(5, &token, sizeof token, right, 0);
  crecvx(5, &got, sizeof got, left, 0, info);
  return got == left * 3 ? 0 : 1;
}
