// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: In each dimension of the cube the partner with the bit clear sends first, the other receives first.
#include <nx.h>
#define N 8192

static double block[N], copy[N];

int main(void) {
  long me = mynode(), d, i;
  for (i = 0; i < N; i++) block[i] = me;
  for (d = 0; d < nodedim(); d++) {
    long bit = 1 << d;
    if (me & bit) {
      crecv(100 + d, copy, sizeof copy);
      csend(100 + d, block, sizeof block, me ^ bit, 0);
    } else {
      csend(100 + d, block, sizeof block, me ^ bit, 0);
      crecv(100 + d, copy, sizeof copy);
    }
    for (i = 0; i < N; i++) block[i] += copy[i];
  }
  return block[0] == 6.0 && block[N - 1] == 6.0 ? 0 : 1;
}
