// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Comm_disconnect:16, MPI_Recv:19
// why: Process 1 receives before its disconnecting, which may wait for all, what process 0 sends behind it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, x = 1;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank == 0) {
    MPI_Comm_disconnect(&comm);
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&comm);
  }
  MPI_Finalize();
  return 0;
}
