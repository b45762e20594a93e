// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 2
// call: MPI_Start:20
// why: The persistent request is freed after the first step and then started again.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int v = 0;
  MPI_Request r;
  if (rank == 0)
    MPI_Send_init(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
  else
    MPI_Recv_init(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
  for (int s = 0; s < 2; s++) {
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (s == 0)
      MPI_Request_free(&r);
  }
  MPI_Finalize();
  return 0;
}
