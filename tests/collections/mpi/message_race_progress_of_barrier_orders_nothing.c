// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: MPI_Recv:17
// why: Process 1 gets a message of the barrier while it waits for process 2, which does not tell it that process 0 has received.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, value = 1, i;
  MPI_Status status;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
    if (status.MPI_SOURCE != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else if (rank == 2) {
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    for (i = 0; i < 10; i++) {
      MPI_Send(&value, 1, MPI_INT, 3, 1, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, 3, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else if (rank == 3) {
    for (i = 0; i < 10; i++) {
      MPI_Recv(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
    }
  }
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
