// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The message just fits into the static array.
#include <mpi.h>
static double values[8], other[8];
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < 8; i++) other[i] = i;
    MPI_Send(other, 8, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(values, 8, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (values[1] != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
