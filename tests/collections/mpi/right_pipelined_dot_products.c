// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The pipelined reductions are all completed, the last one after the loop.
#include <mpi.h>

typedef struct {
  double loc, glob;
  MPI_Request q;
} dot;
static void dot_begin(dot *d, double x) {
  d->loc = x;
  MPI_Iallreduce(&d->loc, &d->glob, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &d->q);
}
static double dot_end(dot *d) {
  MPI_Wait(&d->q, MPI_STATUS_IGNORE);
  return d->glob;
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  dot d[2];
  double x = 12.0 * (rank + 1), hist[6];
  int n = 0;
  dot_begin(&d[0], x);
  for (int k = 1; k <= 5; k++) {
    dot_begin(&d[k % 2], x / (k == 1 ? 2 : 4));
    hist[n++] = dot_end(&d[(k - 1) % 2]);
  }
  hist[n++] = dot_end(&d[1]);
  if (n != 6 || hist[0] != 72 || hist[1] != 36 || hist[5] != 18)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
