// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 4
// call: gsync:13, gisum:15
// why: Each node syncs once for every row it owns, and the nodes own different numbers of rows, before the final sum.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), row, rows = 6, w, sum = 0;
  for (row = me; row < rows; row += n) {
    sum += row;
    gsync();
  }
  gisum(&sum, 1, &w);
  return sum == 15 ? 0 : 1;
}
