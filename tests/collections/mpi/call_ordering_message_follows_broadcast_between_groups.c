// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Bcast:16, MPI_Recv:19
// why: Process 1 receives before the broadcast what its root, which may have to wait, sends behind it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, x = 1, y = 2;
  MPI_Comm inter;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 3, &inter);
  if (rank == 0) {
    MPI_Bcast(&x, 1, MPI_INT, MPI_ROOT, inter);
    MPI_Send(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&y, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&x, 1, MPI_INT, 0, inter);
  }
  MPI_Comm_free(&inter);
  MPI_Finalize();
  return 0;
}
