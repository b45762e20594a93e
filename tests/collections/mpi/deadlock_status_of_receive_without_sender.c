// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Irecv:15, MPI_Request_get_status:16
// why: Process 1 asks for ever for the status of a receive that gets no message.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    while (!done) MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
