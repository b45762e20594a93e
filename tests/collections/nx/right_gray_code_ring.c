// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The ring follows the Gray code, whose neighbours are all in the partition.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), at = ginv(me), next = gray((at + 1) % n), hops, v = at, got = -1;
  for (hops = 1; hops <= n; hops++) {
    csend(10 + hops, &v, sizeof v, next, 0);
    crecv(10 + hops, &got, sizeof got);
    if (got != (at + n - hops) % n) return 1;
    v = got;
  }
  return v == at ? 0 : 1;
}
