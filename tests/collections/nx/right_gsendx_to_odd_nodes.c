// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The message goes to the odd nodes only, and only those receive it.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), list[4], k, m = 0, v = 33;
  for (k = 1; k < n; k += 2) list[m++] = k;
  if (me == 0) gsendx(6, &v, sizeof v, list, m);
  if (me % 2) {
    v = 0;
    crecv(6, &v, sizeof v);
  }
  return v == 33 ? 0 : 1;
}
