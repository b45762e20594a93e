// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A negative stride is valid: the column is sent bottom-up.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int a[6] = { 0, 1, 2, 3, 4, 5 }, b[3];
  MPI_Datatype t;
  MPI_Type_vector (3, 1, -2, MPI_INT, &t);
  MPI_Type_commit (&t);
  if (rank == 0)
    MPI_Send (a + 4, 1, t, 1, 0, MPI_COMM_WORLD);
  else
    {
      MPI_Recv (b, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (b[0] != 4 || b[1] != 2 || b[2] != 0)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Type_free (&t);
  MPI_Finalize ();
  return 0;
}
