// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:18
// why: The lock server grants in the order of arrival but the result is checked as if process 1 always came first.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    int who, order[2];
    for (int k = 0; k < 2; k++) {
      MPI_Recv(&who, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      order[k] = who;
      MPI_Send(&k, 1, MPI_INT, who, 2, MPI_COMM_WORLD);
    }
    if (order[0] != 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    int turn;
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Recv(&turn, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
