// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The last node of the open chain sends to nobody and the first receives nothing.
#include <nx.h>

int main(void) {
  long me = mynode(), edge = 100 + me, got = 0;
  if (me < numnodes() - 1) csend(12, &edge, sizeof edge, me + 1, 0);
  if (me > 0) {
    crecv(12, &got, sizeof got);
    if (got != 99 + me) return 1;
  }
  return 0;
}
