// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: csend:12
// why: The exchange goes over two dimensions whatever nodedim() says, so on two nodes the partner is 2 or 3.
#include <nx.h>

int main(void) {
  long me = mynode(), d, sum = me + 1, part;
  for (d = 0; d < 2; d++) {
    csend(d, &sum, sizeof sum, me ^ (1L << d), 0);
    crecv(d, &part, sizeof part);
    sum += part;
  }
  return sum == 3 ? 0 : 1;
}
