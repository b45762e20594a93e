// verdict: wrong
// class: invalid_parameter
// also: request_lifecycle
// nodes: 2
// call: msgwait:15
// why: The type of the message is passed to msgwait, as if it were an id.
#include <nx.h>
#define EDGE 47110

int main(void) {
  long me = mynode(), in = 0, out = me + 1, id;
  id = irecv(EDGE, &in, sizeof in);
  csend(EDGE, &out, sizeof out, 1 - me, 0);
  if (!msgdone(id)) msgwait(id);
  msgwait(EDGE);
  return in == 2 - me ? 0 : 1;
}
