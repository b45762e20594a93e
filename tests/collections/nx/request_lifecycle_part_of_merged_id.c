// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 2
// call: msgwait:15
// why: After the merged id has been waited for, the id that went into it is waited for once more.
#include <nx.h>

int main(void) {
  long me = mynode(), in = 0, out = 90 + me, s, r, both;
  r = irecv(6, &in, sizeof in);
  s = isend(6, &out, sizeof out, 1 - me, 0);
  both = msgmerge(r, s);
  msgwait(both);
  msgwait(s);
  return in == 91 - me ? 0 : 1;
}
