// verdict: wrong
// class: call_ordering
// also: parameter_matching
// nodes: 4
// call: gdlow:13, gdhigh:16
// why: Odd nodes ask for the minimum while even nodes ask for the maximum.
#include <nx.h>

int main(void) {
  long me = mynode();
  double hi = me, lo = me, w;
  if (me % 2) {
    gdlow(&lo, 1, &w);
    gdhigh(&hi, 1, &w);
  } else {
    gdhigh(&hi, 1, &w);
    gdlow(&lo, 1, &w);
  }
  return hi == 3.0 && lo == 0.0 ? 0 : 1;
}
