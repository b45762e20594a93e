// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 2
// call: MPI_Start:18
// why: The persistent send is started again before its first start was completed.
#include <mpi.h>

int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int v[2] = {1, 2};
  MPI_Request r;
  if (rank == 0) {
    MPI_Send_init(v, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    MPI_Start(&r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
  } else {
    MPI_Recv(v, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(v, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
