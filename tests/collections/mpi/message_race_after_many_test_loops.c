// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 3
// call: MPI_Recv:28
// why: Whose number comes first after the rounds is left open, and only process 1 is told to go on if it is its own.
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
    if (rank == 0) {
      MPI_Irecv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
      while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Send(&round, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) {
    int first, second;
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT, first, 2, MPI_COMM_WORLD);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (rank == 1)
      MPI_Recv(&number, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
