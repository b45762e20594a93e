// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Recv:21, MPI_Send:19
// why: A packed integer and real number are received as two real numbers.
#include <mpi.h>
#include <stddef.h>
struct pair { int n; double x; };
int main(int argc, char **argv) {
  char m[64];
  int rank, at = 0;
  struct pair r = {3, 0.5};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Pack(&r.n, 1, MPI_INT, m, 64, &at, MPI_COMM_WORLD);
    MPI_Pack(&r.x, 1, MPI_DOUBLE, m, 64, &at, MPI_COMM_WORLD);
    MPI_Send(m, at, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&r, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
