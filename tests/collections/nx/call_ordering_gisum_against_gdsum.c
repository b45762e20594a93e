// verdict: wrong
// class: call_ordering
// also: parameter_matching
// nodes: 2
// call: gisum:13, gdsum:15
// why: One node sums longs where the other sums doubles.
#include <nx.h>

int main(void) {
  long i = 1, iw;
  double d = 1.0, dw;
  if (mynode() == 0)
    gisum(&i, 1, &iw);
  else
    gdsum(&d, 1, &dw);
  return i == 2 || d == 2.0 ? 0 : 1;
}
