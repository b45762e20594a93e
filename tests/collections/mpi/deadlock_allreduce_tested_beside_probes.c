// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: MPI_Recv:18, MPI_Iallreduce:19
// why: Two processes test a reduction and probe; the third waits for a message before it joins in.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int one = 1, sum = 0;
  MPI_Request q;
  if (rank == 2)
    MPI_Recv (&sum, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Iallreduce (&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &q);
  for (int done = 0; !done;)
    {
      int flag;
      MPI_Iprobe (MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      MPI_Test (&q, &done, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
