// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: csend:11
// why: The last node sends to node numnodes(), which isn't there.
#include <nx.h>

int main(void) {
  long me = mynode(), edge = 100 + me, got = 0;
  csend(12, &edge, sizeof edge, me + 1, 0);
  if (me > 0) {
    crecv(12, &got, sizeof got);
    if (got != 99 + me) return 1;
  }
  return 0;
}
