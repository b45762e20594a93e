// verdict: wrong
// class: memory
// also: local_concurrency, request_lifecycle
// nodes: 2
// call: isend:16
// why: The block is freed while its isend is under way.
#include <nx.h>
#include <stdlib.h>
#define N 9000

int main(void) {
  long i, id, bad = 0;
  double* b = malloc(N * sizeof *b);
  for (i = 0; i < N; i++) b[i] = i;
  if (mynode() == 0) {
    id = isend(3, b, N * sizeof *b, 1, 0);
    free(b);
    msgwait(id);
    return 0;
  }
  b[7] = 0.0;
  crecv(3, b, N * sizeof *b);
  bad = b[7] != 7.0;
  free(b);
  return bad != 0;
}
