// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each process may choose its own displacement unit; origins use the target's.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int cells[4] = { 0 }, v = 5;
  MPI_Win w;
  int unit = self == 0 ? 1 : (int)sizeof (int);
  MPI_Win_create (cells, sizeof cells, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  MPI_Put (&v, 1, MPI_INT, 1 - self, self == 0 ? 2 : 8, 1, MPI_INT, w);
  MPI_Win_fence (0, w);
  if (cells[2] != 5 || cells[1])
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
