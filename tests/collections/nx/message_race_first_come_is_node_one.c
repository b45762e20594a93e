// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: crecv:14
// why: The first result of the common type is taken for node 1's, though node 2 or 3 may be first.
#include <nx.h>
#define DONE 31

int main(void) {
  long me = mynode(), v, k;
  if (me == 0) {
    for (k = 1; k < 4; k++) {
      crecv(DONE, &v, sizeof v);
      if (v != 100 * k) return 1;
    }
    return 0;
  }
  v = 100 * me;
  csend(DONE, &v, sizeof v, 0, 0);
  return 0;
}
