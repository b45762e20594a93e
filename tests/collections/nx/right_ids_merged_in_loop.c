// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: msgmerge gathers the three ids into one, which is waited for.
#include <nx.h>

int main(void) {
  long in[3] = {0, 0, 0}, out, id, k;
  if (mynode() == 0) {
    id = irecv(80, &in[0], sizeof in[0]);
    for (k = 1; k < 3; k++) id = msgmerge(id, irecv(80 + k, &in[k], sizeof in[k]));
    gsync();
    msgwait(id);
    return in[0] == 5 && in[1] == 6 && in[2] == 7 ? 0 : 1;
  }
  gsync();
  for (k = 0; k < 3; k++) {
    out = k + 5;
    csend(80 + k, &out, sizeof out, 0, 0);
  }
  return 0;
}
