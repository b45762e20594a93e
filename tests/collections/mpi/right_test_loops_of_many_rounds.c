// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each round tests until its receive is done; the order in which the two last numbers come does not matter.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 60; ++round) {
    int number = round, done = 0;
    MPI_Request request;
    if (rank == 0) {
      MPI_Irecv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
      while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      sum += number;
    } else if (rank == 1) {
      MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      int number;
      MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += number;
    }
    if (sum != 60 * 59 / 2 + 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
