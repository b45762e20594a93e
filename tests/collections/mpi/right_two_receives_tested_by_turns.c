// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A loop tests two receives, each until it is done.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    {
      int a = 7, b = 5;
      MPI_Send (&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
      MPI_Send (&b, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    }
  else
    {
      int a = 0, b = 0, has_a = 0, has_b = 0;
      MPI_Request qa, qb;
      MPI_Irecv (&a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &qa);
      MPI_Irecv (&b, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &qb);
      while (!has_a || !has_b)
        {
          if (!has_a)
            MPI_Test (&qa, &has_a, MPI_STATUS_IGNORE);
          if (!has_b)
            MPI_Test (&qb, &has_b, MPI_STATUS_IGNORE);
        }
      if (a != 7 || b != 5)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return 0;
}
