// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 2
// call: msgwait:16
// why: The receive is waited for in the loop's first turn and again after the loop.
#include <nx.h>

int main(void) {
  long me = mynode(), in[2] = {0, 0}, out = 4 + me, ids[2], k;
  for (k = 0; k < 2; k++) ids[k] = irecv(50 + k, &in[k], sizeof in[k]);
  for (k = 0; k < 2; k++) {
    csend(50 + k, &out, sizeof out, 1 - me, 0);
    msgwait(ids[k]);
  }
  msgwait(ids[0]);
  return in[0] == 5 - me && in[1] == 5 - me ? 0 : 1;
}
