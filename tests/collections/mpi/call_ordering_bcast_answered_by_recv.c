// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Bcast:16, MPI_Recv:18
// why: The root broadcasts but the others try to take the data with a point-to-point receive.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double coef[3] = {0};
  if (rank == 0) {
    coef[0] = coef[1] = coef[2] = .5;
    MPI_Bcast(coef, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  } else
    MPI_Recv(coef, 3, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (coef[2] < .1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
