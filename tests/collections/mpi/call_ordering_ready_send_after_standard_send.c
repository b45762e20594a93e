// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:20
// why: The standard send may end before its receive begins, and so before the receive of the ready message is posted.
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
    MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    data = 17;
    MPI_Rsend(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
