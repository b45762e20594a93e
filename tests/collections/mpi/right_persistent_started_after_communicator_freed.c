// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The communicator is only marked for deallocation; the persistent request keeps it alive.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm twin;
  MPI_Request q;
  int mine, most;
  MPI_Comm_dup (MPI_COMM_WORLD, &twin);
  MPI_Allreduce_init (&mine, &most, 1, MPI_INT, MPI_MAX, twin, MPI_INFO_NULL, &q);
  MPI_Comm_free (&twin);
  for (int round = 1; round <= 3; round++)
    {
      mine = round * (rank + 1);
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      if (most != 3 * round)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
