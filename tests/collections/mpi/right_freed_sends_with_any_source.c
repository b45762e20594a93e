// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each freed send has been received when MPI_Finalize returns, in every order of the two requests.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, size, value;
  int answers[3][3];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  for (int step = 0; step < 3; step++)
    {
      if (rank == 0)
        {
          for (int i = 1; i < size; i++)
            MPI_Recv (&value, 1, MPI_INT, MPI_ANY_SOURCE, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          for (int i = 1; i < size; i++)
            {
              MPI_Request answer;
              answers[step][i] = step * i;
              MPI_Isend (&answers[step][i], 1, MPI_INT, i, 10 + step, MPI_COMM_WORLD, &answer);
              MPI_Request_free (&answer);
            }
        }
      else
        {
          MPI_Send (&rank, 1, MPI_INT, 0, step, MPI_COMM_WORLD);
          MPI_Recv (&value, 1, MPI_INT, 0, 10 + step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
