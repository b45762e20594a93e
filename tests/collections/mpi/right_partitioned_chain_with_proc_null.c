// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The ends of the chain send to and receive from MPI_PROC_NULL.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int size, out[2], in[2] = { -1, -1 };
  MPI_Request q[2];
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int left = rank == 0 ? MPI_PROC_NULL : rank - 1;
  int right = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
  MPI_Precv_init (in, 2, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Psend_init (out, 2, 1, MPI_INT, right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int round = 1; round <= 3; round++)
    {
      MPI_Startall (2, q);
      for (int p = 0; p < 2; p++)
        {
          out[p] = 10 * rank + p + round;
          MPI_Pready (p, q[1]);
        }
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      for (int p = 0; p < 2; p++)
        if (in[p] != (rank == 0 ? -1 : 10 * left + p + round))
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
