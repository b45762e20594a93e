// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Two buffers are used in turn; each is waited for before it is filled again.
#include <nx.h>
#define N 400

static double block[2][N];

int main(void) {
  long me = mynode(), i, k, ids[2] = {-1, -1};
  for (k = 0; k < 4; k++) {
    double* b = block[k % 2];
    if (me == 0) {
      if (k >= 2) msgwait(ids[k % 2]);
      for (i = 0; i < N; i++) b[i] = k * 10 + i;
      ids[k % 2] = isend(60 + k, b, sizeof block[0], 1, 0);
    } else {
      crecv(60 + k, b, sizeof block[0]);
      if (b[0] != k * 10 || b[N - 1] != k * 10 + N - 1) return 1;
    }
  }
  if (me == 0) {
    msgwait(ids[0]);
    msgwait(ids[1]);
  }
  return 0;
}
