// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: isend:17
// why: The buffer is filled for the second block while the first block's isend is under way.
#include <nx.h>
#define N 400

static double block[N];

int main(void) {
  long me = mynode(), i, k, id;
  for (k = 0; k < 2; k++) {
    if (me == 0) {
      for (i = 0; i < N; i++) block[i] = k * 10 + i;
      id = isend(60 + k, block, sizeof block, 1, 0);
      block[0] = -1.0;
      msgwait(id);
    } else {
      crecv(60 + k, block, sizeof block);
      if (block[0] != k * 10 || block[9] != k * 10 + 9) return 1;
    }
  }
  return 0;
}
