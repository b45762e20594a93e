// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All processes take part in the forward sweep before the backward sweep.
#include <mpi.h>

static void
sweep(int from, int to, int tag, double* acc)
{
  double v = 0;
  if (from >= 0)
    MPI_Recv(&v, 1, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *acc += v + 1;
  if (to >= 0)
    MPI_Ssend(acc, 1, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}
int
main(int argc, char** argv)
{
  int self, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  double acc = 0;
  int l = self - 1, r = self < np - 1 ? self + 1 : -1;
  sweep(l, r, 1, &acc);
  sweep(r, l, 2, &acc);
  if (self == 0 && acc != 1 + 1 + (2 + 1 + (3 + 1)))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
