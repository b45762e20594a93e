// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A commutative operation of the program's own finds the largest value and its node.
#include <nx.h>

struct best { double value; long where; };

static long better(void* a, void* b) {
  struct best *x = a, *y = b;
  if (y->value > x->value || (y->value == x->value && y->where < x->where)) *x = *y;
  return 0;
}

int main(void) {
  static const double values[4] = {3.0, 9.0, 9.0, 1.0};
  struct best b, work;
  b.value = values[mynode()];
  b.where = mynode();
  gopf(&b, sizeof b, &work, better);
  return b.where == 1 && b.value == 9.0 ? 0 : 1;
}
