// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The synchronous send ends after its receive has begun, and that comes after the receive of the ready message was posted.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, data = 0, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request posted;
    MPI_Irecv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &posted);
    MPI_Recv(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&posted, MPI_STATUS_IGNORE);
  } else {
    MPI_Ssend(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    data = 17;
    MPI_Rsend(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
