// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Send:20
// why: The worker replies to MPI_ANY_SOURCE instead of the source in the status.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int x = 2, from = MPI_ANY_SOURCE;
  if (myid == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    x *= 2;
    MPI_Send(&x, 1, MPI_INT, from, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
