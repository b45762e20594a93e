// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both nodes allocate the table before the message.
#include <nx.h>
#include <stdlib.h>

static double* table;

int main(void) {
  long i, bad = 0;
  table = malloc(100 * sizeof *table);
  if (table == NULL) return 1;
  if (mynode() == 0) {
    for (i = 0; i < 100; i++) table[i] = 0.25 * i;
    csend(4, table, 100 * sizeof *table, 1, 0);
  } else {
    crecv(4, table, 100 * sizeof *table);
    bad = table[4] != 1.0;
  }
  free(table);
  return bad != 0;
}
