// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Even nodes cancel the receive that nobody sends to; odd ones wait for theirs.
#include <nx.h>

int main(void) {
  long me = mynode(), in = -1, out = me + 70, id;
  id = irecv(15, &in, sizeof in);
  if (me % 2 == 0) {
    csend(15, &out, sizeof out, me + 1, 0);
    msgcancel(id);
    return in == -1 ? 0 : 1;
  }
  msgwait(id);
  return in == me + 69 ? 0 : 1;
}
