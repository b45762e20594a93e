// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 2
// call: MPI_Finalize:24
// why: The data of a freed send changes after a call that proves nothing about it.
#include <mpi.h>

int main(void) {
  int rank, data[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(data, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_SELF);
    data[1] = 7;
    MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(data, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
