// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: gcol may join parts of different sizes as long as the result has room for all.
#include <nx.h>

int main(void) {
  long me = mynode(), mine[4], all[10], got = 0, i, k, at = 0;
  for (i = 0; i <= me; i++) mine[i] = 10 * me + i;
  gcol(mine, (me + 1) * sizeof(long), all, sizeof all, &got);
  if (got != 10 * sizeof(long)) return 1;
  for (k = 0; k < 4; k++)
    for (i = 0; i <= k; i++)
      if (all[at++] != 10 * k + i) return 1;
  gsync();
  return 0;
}
