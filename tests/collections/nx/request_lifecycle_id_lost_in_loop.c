// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: irecv:12
// why: All three ids go into one variable and only the last one is waited for.
#include <nx.h>

int main(void) {
  long in[3] = {0, 0, 0}, out, id = -1, k;
  if (mynode() == 0) {
    for (k = 0; k < 3; k++) id = irecv(80 + k, &in[k], sizeof in[k]);
    gsync();
    msgwait(id);
    return in[2] == 2 ? 0 : 1;
  }
  gsync();
  for (k = 0; k < 3; k++) {
    out = k;
    csend(80 + k, &out, sizeof out, 0, 0);
  }
  return 0;
}
