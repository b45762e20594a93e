// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The nodes own different numbers of rows but sync once after all rows.
#include <nx.h>

int main(void) {
  long me = mynode(), n = numnodes(), row, rows = 6, w, sum = 0, odd = me;
  for (row = me; row < rows; row += n) sum += row;
  gsync();
  gisum(&sum, 1, &w);
  gixor(&odd, 1, &w);
  return sum == 15 && odd == 0 ? 0 : 1;
}
