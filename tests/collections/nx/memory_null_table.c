// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: crecv:19
// why: Only node 0 allocates the table; node 1 receives 800 bytes to the null pointer.
#include <nx.h>
#include <stdlib.h>

static double* table;

int main(void) {
  long i;
  if (mynode() == 0) {
    table = malloc(100 * sizeof *table);
    for (i = 0; i < 100; i++) table[i] = 0.25 * i;
    csend(4, table, 100 * sizeof *table, 1, 0);
  } else {
    crecv(4, table, 100 * sizeof *table);
    if (table[4] != 1.0) return 1;
  }
  free(table);
  return 0;
}
