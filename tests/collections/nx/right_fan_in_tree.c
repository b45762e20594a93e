// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A sum goes up a binary tree and the result is sent to all others.
#include <nx.h>
#define UP 100
#define DOWN 200

int main(void) {
  long me = mynode(), n = numnodes(), d, sum = me * me, part;
  for (d = 1; d < n; d *= 2) {
    if (me & d) {
      csend(UP + d, &sum, sizeof sum, me - d, 0);
      break;
    }
    crecv(UP + d, &part, sizeof part);
    sum += part;
  }
  if (me == 0)
    csend(DOWN, &sum, sizeof sum, -1, 0);
  else
    crecv(DOWN, &sum, sizeof sum);
  return sum == 14 ? 0 : 1;
}
