// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The master receives one result of each worker; their sum doesn't depend on the order.
#include <cube.h>
#define RESULT 40

int main(void) {
  long me = mynode(), n = numnodes(), k, value, total = 0;
  if (me == 0) {
    for (k = 1; k < n; k++) {
      crecv(RESULT, &value, sizeof value);
      total += value;
    }
    return total == 14 ? 0 : 1;
  }
  value = me * me;
  csend(RESULT, &value, sizeof value, 0, 0);
  return 0;
}
