// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Long blocks go down a chain; each node receives before it sends, so no buffering is needed.
#include <nx.h>
#define N 6000

static long block[N];

int main(void) {
  long me = mynode(), last = numnodes() - 1, b, i;
  for (b = 0; b < 3; b++) {
    if (me == 0)
      for (i = 0; i < N; i++) block[i] = b;
    else
      crecv(300 + b, block, sizeof block);
    for (i = 0; i < N; i++) block[i] += 1;
    if (me < last) csend(300 + b, block, sizeof block, me + 1, 0);
    if (block[0] != b + me + 1 || block[N - 1] != b + me + 1) return 1;
  }
  return 0;
}
