// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Only the number of printed lines depends on how often the test finds nothing.
#include <mpi.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int rank, value = 0, flag = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    {
      MPI_Request q;
      MPI_Irecv (&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
      while (!flag)
        {
          MPI_Test (&q, &flag, MPI_STATUS_IGNORE);
          if (!flag)
            printf ("nothing yet\n");
        }
      printf ("%d\n", value);
    }
  else
    {
      value = 42;
      MPI_Send (&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
