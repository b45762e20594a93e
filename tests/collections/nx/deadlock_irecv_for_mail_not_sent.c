// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: msgwait:13
// why: Only even nodes send to the next one, but even nodes too wait for a message from below.
#include <nx.h>

int main(void) {
  long me = mynode(), in = -1, out = me + 70, id;
  id = irecv(15, &in, sizeof in);
  if (me % 2 == 0) csend(15, &out, sizeof out, me + 1, 0);
  msgwait(id);
  return in == me + 69 ? 0 : 1;
}
