// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A receive of any type with only one sender, whose messages come in order.
#include <nx.h>
#define ANY (-1L)

int main(void) {
  long v = 0, k;
  for (k = 0; k < 3; k++) {
    if (mynode() == 0) {
      v = 17 + k;
      csend(60 + k, &v, sizeof v, 1, 0);
    } else {
      crecv(ANY, &v, sizeof v);
      if (infotype() != 60 + k) return 1;
    }
  }
  return v == 19 ? 0 : 1;
}
