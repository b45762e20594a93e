// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: irecv:18
// why: Node 1 posts one receive more than node 0 sends and ends without waiting for or cancelling it.
#include <nx.h>

int main(void) {
  long me = mynode(), in[3] = {0}, ids[3], k, v;
  if (me == 0) {
    for (k = 0; k < 2; k++) {
      v = k + 1;
      csend(70 + k, &v, sizeof v, 1, 0);
    }
    return 0;
  }
  for (k = 0; k < 3; k++) ids[k] = irecv(70 + k, &in[k], sizeof in[k]);
  for (k = 0; k < 2; k++) msgwait(ids[k]);
  return in[0] + in[1] + in[2] == 3 ? 0 : 1;
}
