// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: gopf:22
// why: One node reduces a record of one pair, the other an array of two.
#include <nx.h>

struct best { double value; long where; };

static long better(void* a, void* b) {
  struct best *x = a, *y = b;
  if (y->value > x->value) *x = *y;
  return 0;
}

int main(void) {
  struct best b[2] = {{0.0, 0}, {0.0, 0}}, work[2];
  long me = mynode();
  b[0].value = 3.5 + me;
  b[0].where = me;
  gopf(b, (me + 1) * sizeof b[0], work, better);
  return b[0].where == 1 ? 0 : 1;
}
