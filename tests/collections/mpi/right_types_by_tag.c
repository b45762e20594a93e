// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each type has its tag, so a wildcard source cannot take the wrong message.
#include <mpi.h>

int
main (void)
{
  int rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int n = 4;
  double h = .25;
  if (rank == 0)
    {
      n = 0;
      h = 0;
      MPI_Recv (&n, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv (&h, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (n != 4 || h != .25)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  else if (rank == 1)
    MPI_Send (&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  else
    MPI_Send (&h, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
