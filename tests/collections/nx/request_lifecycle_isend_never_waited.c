// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: isend:12
// why: The id of the isend is never waited for nor released.
#include <nx.h>
#include <stdio.h>

int main(void) {
  long me = mynode(), v = 8 + me, got = 0, id;
  id = isend(14, &v, sizeof v, 1 - me, 0);
  crecv(14, &got, sizeof got);
  return got == 9 - me && id >= 0 ? 0 : 1;
}
