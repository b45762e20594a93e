// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: csend:16
// why: The sender passes 40 doubles of a block that holds 20.
#include <nx.h>
#include <stdlib.h>

int main(void) {
  long i, bad = 0, rows = 4, columns = 5;
  double* m = calloc(rows * columns, sizeof(double));
  double* in = calloc(2 * rows * columns, sizeof(double));
  if (mynode() == 0) {
    for (i = 0; i < rows * columns; i++) m[i] = i;
    csend(1, m, 2 * rows * columns * sizeof(double), 1, 0);
  } else {
    crecv(1, in, 2 * rows * columns * sizeof(double));
    bad = in[19] != 19.0;
  }
  free(m);
  free(in);
  return bad != 0;
}
