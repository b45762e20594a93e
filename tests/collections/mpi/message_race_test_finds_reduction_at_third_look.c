// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: MPI_Test:17
// why: Process 2 gives up if its third test is the first one that finds the reduction complete.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, sum, third = 0, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (rank == 2) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done) {
      MPI_Test(&request, &third, MPI_STATUS_IGNORE);
      if (third)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return sum != 6;
}
