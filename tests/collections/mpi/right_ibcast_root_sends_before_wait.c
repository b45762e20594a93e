// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All processes have begun the broadcast before they wait for messages, so that its completion may synchronise.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value = 7, token = 1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  if (rank == 0) MPI_Ssend(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  if (rank == 2) MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
