// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: gsendx:13
// why: The list of receivers is 1 to 4 in a partition of the nodes 0 to 3.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), list[4], k, v = 33;
  for (k = 0; k < n; k++) list[k] = k + 1;
  if (me == 0) {
    gsendx(6, &v, sizeof v, list, n);
    return 0;
  }
  v = 0;
  crecv(6, &v, sizeof v);
  return v == 33 ? 0 : 1;
}
