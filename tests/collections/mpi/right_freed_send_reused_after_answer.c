// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: An answer proves that each freed send is complete, before its buffer is changed or receives the next answer.
#include <mpi.h>

int main(void) {
  int rank, data[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; ++i) {
    if (rank == 0) {
      data[0] = i;
      MPI_Isend(data, 4, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
      MPI_Request_free(&request);
      MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      data[1] = -i;
      MPI_Recv(data, 4, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(data, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
      MPI_Send(data, 4, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
