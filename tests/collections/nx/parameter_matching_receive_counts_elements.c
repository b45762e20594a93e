// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: crecv:17
// why: The receiver gives the number of elements where bytes are wanted, so the message is longer than its count.
#include <nx.h>

static float a[32];

int main(void) {
  long i;
  if (mynode() == 0) {
    for (i = 0; i < 32; i++) a[i] = 1.0f + i;
    csend(19, a, 32 * sizeof(float), 1, 0);
  } else {
    crecv(19, a, 32);
    if (a[31] != 32.0f) return 1;
  }
  return 0;
}
