// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The counts are longs, as gisum wants them.
#include <nx.h>
#include <stdlib.h>
#define N 16

int main(void) {
  long i, work[N], bad = 0, *count = malloc(N * sizeof(long));
  for (i = 0; i < N; i++) count[i] = i;
  gisum(count, N, work);
  for (i = 0; i < N; i++) bad |= count[i] != 4 * i;
  free(count);
  return bad != 0;
}
