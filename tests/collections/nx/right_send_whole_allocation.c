// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The sender passes exactly the block that was allocated.
#include <nx.h>
#include <stdlib.h>

int main(void) {
  long i, bad = 0, rows = 4, columns = 5;
  double* m = calloc(rows * columns, sizeof(double));
  if (mynode() == 0) {
    for (i = 0; i < rows * columns; i++) m[i] = i;
    csend(1, m, rows * columns * sizeof(double), 1, 0);
  } else {
    crecv(1, m, rows * columns * sizeof(double));
    bad = m[19] != 19.0;
  }
  free(m);
  return bad != 0;
}
