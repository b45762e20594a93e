// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: All nodes ask for the maximum and then for the minimum.
#include <nx.h>

int main(void) {
  long me = mynode();
  double hi = me % 2 ? me : -me, lo = hi, w;
  gdhigh(&hi, 1, &w);
  gdlow(&lo, 1, &w);
  return hi == 3.0 && lo == -2.0 ? 0 : 1;
}
