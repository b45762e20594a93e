// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: crecv:14
// why: The master receives numnodes() results although only numnodes()-1 workers send one.
#include <cube.h>
#define RESULT 40

int main(void) {
  long me = mynode(), n = numnodes(), k, value, total = 0;
  if (me == 0) {
    for (k = 0; k < n; k++) {
      crecv(RESULT, &value, sizeof value);
      total += value;
    }
    return total == 14 ? 0 : 1;
  }
  value = me * me;
  csend(RESULT, &value, sizeof value, 0, 0);
  return 0;
}
