// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Two short messages are received in the order opposite to that of their sending, by type.
#include <nx.h>

int main(void) {
  long first[4] = {1, 2, 3, 4}, last = 0;
  if (mynode() == 0) {
    csend(1, first, sizeof first, 1, 0);
    last = 3;
    csend(2, &last, sizeof last, 1, 0);
    return 0;
  }
  first[3] = 0;
  crecv(2, &last, sizeof last);
  crecv(1, first, sizeof first);
  return first[last] == 4 ? 0 : 1;
}
