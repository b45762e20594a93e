// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The node without work still takes part in gsync and in the sum.
#include <nx.h>

#define CELLS 12

int main(void) {
  long me = mynode(), first = me * 4, c;
  double sum = 0.0, work;
  for (c = first; c < first + 4 && c < CELLS; c++) sum += 0.5 * c;
  gsync();
  gdsum(&sum, 1, &work);
  return sum == 33.0 ? 0 : 1;
}
