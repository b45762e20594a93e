// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The last element of the window is written.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int cells[4] = { 0 }, v = 1;
  MPI_Win w;
  MPI_Win_create (cells, sizeof cells, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  if (self == 0)
    MPI_Put (&v, 1, MPI_INT, 1, 3, 1, MPI_INT, w);
  MPI_Win_fence (0, w);
  if (self == 1 && cells[3] != 1)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
