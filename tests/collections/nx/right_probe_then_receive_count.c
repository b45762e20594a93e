// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Each worker probes for the length of its own message and receives just that.
#include <nx.h>
#include <stdlib.h>
#define WORK 9

int main(void) {
  long me = mynode(), n = numnodes(), k, i, bytes, bad = 0;
  long list[4] = {3, 1, 4, 1}, *got;
  if (me == 0) {
    for (k = 1; k < n; k++) csend(WORK, list, k * sizeof(long), k, 0);
    return 0;
  }
  cprobe(WORK);
  bytes = infocount();
  if (bytes != me * (long)sizeof(long) || infonode() != 0) return 1;
  got = malloc(bytes);
  crecv(WORK, got, bytes);
  for (i = 0; i < me; i++) bad |= got[i] != list[i];
  free(got);
  return bad != 0;
}
