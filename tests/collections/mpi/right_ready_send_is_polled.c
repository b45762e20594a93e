// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receive of the message is posted before the barrier, and tested after it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value = 0, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Rsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
