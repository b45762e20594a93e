// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receive has room for the longest message; infocount() tells how much came.
#include <nx.h>

static float a[64];

int main(void) {
  long i, got;
  if (mynode() == 0) {
    for (i = 0; i < 32; i++) a[i] = 1.0f + i;
    csend(19, a, 32 * sizeof(float), 1, 0);
  } else {
    crecv(19, a, sizeof a);
    got = infocount() / sizeof(float);
    if (got != 32 || a[31] != 32.0f || a[32] != 0.0f) return 1;
  }
  return 0;
}
