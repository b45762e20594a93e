// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 2
// call: msgwait:14
// why: msgdone that says yes releases the id, the msgwait after it uses a dead one.
#include <nx.h>

int main(void) {
  long me = mynode(), in = 0, out = 21 * (me + 1), id, idle = 0;
  id = irecv(77, &in, sizeof in);
  csend(77, &out, sizeof out, 1 - me, 0);
  while (!msgdone(id)) idle++;
  msgwait(id);
  return in == 21 * (2 - me) && idle >= 0 ? 0 : 1;
}
