// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The block is freed when its isend has been waited for.
#include <nx.h>
#include <stdlib.h>
#define N 9000

int main(void) {
  long i, id, bad = 0;
  double* b = malloc(N * sizeof *b);
  for (i = 0; i < N; i++) b[i] = i;
  if (mynode() == 0) {
    id = isend(3, b, N * sizeof *b, 1, 0);
    msgwait(id);
  } else {
    b[7] = 0.0;
    crecv(3, b, N * sizeof *b);
    bad = b[7] != 7.0;
  }
  free(b);
  return bad != 0;
}
