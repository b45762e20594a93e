// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Put:21
// why: The second fence promises that no RMA follows, yet a put follows it.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int x[2] = { 0, 0 }, v = self + 1;
  MPI_Win w;
  MPI_Win_create (x, sizeof x, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  MPI_Put (&v, 1, MPI_INT, 1 - self, 0, 1, MPI_INT, w);
  MPI_Win_fence (MPI_MODE_NOSUCCEED, w);
  MPI_Put (&v, 1, MPI_INT, 1 - self, 1, 1, MPI_INT, w);
  MPI_Win_fence (0, w);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
