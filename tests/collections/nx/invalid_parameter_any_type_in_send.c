// verdict: wrong
// class: invalid_parameter
// also: deadlock
// nodes: 2
// call: csend:14
// why: A csend with type -1: only receives may select by -1, a message has one type of 0 or more.
#include <nx.h>
#define ANY (-1L)

int main(void) {
  long v = 0;
  if (mynode() == 0) {
    v = 17;
    csend(ANY, &v, sizeof v, 1, 0);
  } else {
    crecv(ANY, &v, sizeof v);
  }
  return v == 17 ? 0 : 1;
}
