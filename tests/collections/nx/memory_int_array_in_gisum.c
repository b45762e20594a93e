// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 4
// call: gisum:15
// why: gisum takes longs, the block holds as many ints, so it reads and writes beyond the block.
#include <nx.h>
#include <stdlib.h>
#define N 16

int main(void) {
  long i, work[N];
  int bad, *count = malloc(N * sizeof(int));
  for (i = 0; i < N; i++) count[i] = 1;
  gisum((long*)count, N, work);
  bad = count[0] != 4;
  free(count);
  return bad;
}
