// verdict: wrong
// class: memory
// also: none
// nodes: 4
// call: none
// why: Results are stored at twice the sender's node number, which for node 3 is beyond the block of five.
#include <nx.h>
#include <stdlib.h>

int main(void) {
  long me = mynode(), v = me, k, bad = 0;
  double* table;
  if (me != 0) {
    csend(2, &v, sizeof v, 0, 0);
    return 0;
  }
  table = calloc(5, sizeof *table);
  for (k = 1; k < 4; k++) {
    crecv(2, &v, sizeof v);
    table[2 * infonode()] = v;
  }
  bad = table[2] != 1.0 || table[4] != 2.0;
  free(table);
  return bad != 0;
}
