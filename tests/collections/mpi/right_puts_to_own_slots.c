// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each process has its own slot at process 0.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int slot[3] = { 0 }, mine = rank * 11;
  MPI_Win w;
  MPI_Win_create (slot, sizeof slot, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  if (rank > 0)
    MPI_Put (&mine, 1, MPI_INT, 0, rank, 1, MPI_INT, w);
  MPI_Win_fence (0, w);
  if (rank == 0 && (slot[1] != 11 || slot[2] != 22))
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
