// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each rank sends to itself as well, and a nonblocking barrier tells when all messages are there.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, size, value, received = 0, entered = 0, done = 0;
  MPI_Request sends[2], barrier;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Issend (&rank, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &sends[0]);
  MPI_Issend (&rank, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, &sends[1]);
  while (!done)
    {
      int found, sent;
      MPI_Status status;
      MPI_Iprobe (MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &found, &status);
      if (found)
        {
          MPI_Recv (&value, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          received++;
        }
      if (entered)
        {
          MPI_Test (&barrier, &done, MPI_STATUS_IGNORE);
          continue;
        }
      MPI_Testall (2, sends, &sent, MPI_STATUSES_IGNORE);
      if (sent)
        {
          MPI_Ibarrier (MPI_COMM_WORLD, &barrier);
          entered = 1;
        }
    }
  if (received != 2)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
