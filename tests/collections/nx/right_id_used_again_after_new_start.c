// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The variable that held the first id is set by a new irecv before it is waited for again.
#include <nx.h>

int main(void) {
  long me = mynode(), in = 0, out, id, k, sum = 0;
  for (k = 0; k < 3; k++) {
    id = irecv(50 + k, &in, sizeof in);
    out = 4 + me + k;
    csend(50 + k, &out, sizeof out, 1 - me, 0);
    msgwait(id);
    sum += in;
  }
  return sum == 3 * (5 - me) + 3 ? 0 : 1;
}
