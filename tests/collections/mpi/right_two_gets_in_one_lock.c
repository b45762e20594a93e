// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both gets lie within the lock, results are read after it.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int t[2] = { rank * 10 + 5, rank * 10 + 1 }, a = 0, b = 0;
  MPI_Win w;
  MPI_Win_create (t, sizeof t, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank == 1)
    {
      MPI_Win_lock (MPI_LOCK_SHARED, 0, 0, w);
      MPI_Get (&a, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
      MPI_Get (&b, 1, MPI_INT, 0, 1, 1, MPI_INT, w);
      MPI_Win_unlock (0, w);
      if (a != 5 || b != 1)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
