// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Only the ids of operations that were started are waited for.
#include <nx.h>

int main(void) {
  long me = mynode(), ids[2] = {-1, -1}, in = 0, out = me + 1, k;
  ids[0] = irecv(4, &in, sizeof in);
  csend(4, &out, sizeof out, 1 - me, 0);
  for (k = 0; k < 2; k++)
    if (ids[k] >= 0) msgwait(ids[k]);
  return in == 2 - me ? 0 : 1;
}
