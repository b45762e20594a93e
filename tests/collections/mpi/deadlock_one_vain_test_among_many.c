// verdict: wrong
// class: deadlock
// also: message_race, call_ordering
// nodes: 2
// call: MPI_Test:24
// why: If one certain test finds nothing, process 0 waits for a message that nobody sends.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, number = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 40; ++round) {
    int done = 0;
    MPI_Request request;
    if (rank == 1)
      MPI_Send(&round, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank != 0)
      continue;
    MPI_Irecv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (!done) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (!done && round == 29) {
        MPI_Recv(&number, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    }
  }
  MPI_Finalize();
  return 0;
}
