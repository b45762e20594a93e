// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 4
// call: irecv:13
// why: The receives from two nodes are under way into the same word.
#include <nx.h>

int main(void) {
  long me = mynode(), in = 0, v = me, a, b, sum;
  if (me == 0) {
    a = irecv(1, &in, sizeof in);
    b = irecv(2, &in, sizeof in);
    msgwait(a);
    sum = in;
    msgwait(b);
    sum += in;
    return sum == 3 ? 0 : 1;
  }
  if (me < 3) csend(me, &v, sizeof v, 0, 0);
  return 0;
}
