// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Synchronous sends, probes and a nonblocking barrier tell when all messages are there.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int size, value = rank * 7, sum = 0, is_sent = 0, is_over = 0;
  MPI_Request send, barrier;
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Issend (&value, 1, MPI_INT, (2 * rank + 1) % size, 5, MPI_COMM_WORLD, &send);
  while (!is_over)
    {
      int flag, got;
      MPI_Status status;
      MPI_Iprobe (MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, &status);
      if (flag)
        {
          MPI_Recv (&got, 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          sum += got;
        }
      if (is_sent)
        MPI_Test (&barrier, &is_over, MPI_STATUS_IGNORE);
      else
        {
          MPI_Test (&send, &is_sent, MPI_STATUS_IGNORE);
          if (is_sent)
            MPI_Ibarrier (MPI_COMM_WORLD, &barrier);
        }
    }
  if (sum != (rank == 2 ? 14 : 7 * (1 - rank)))
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
