// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: msgdone is called until it says yes, and the id is not used after that.
#include <nx.h>

int main(void) {
  long me = mynode(), in = 0, out = 21 * (me + 1), id, idle = 0;
  id = irecv(77, &in, sizeof in);
  csend(77, &out, sizeof out, 1 - me, 0);
  while (!msgdone(id)) idle++;
  return in == 21 * (2 - me) && idle >= 0 ? 0 : 1;
}
