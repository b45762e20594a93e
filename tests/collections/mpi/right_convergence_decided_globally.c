// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The stopping test uses the reduced residual, which is the same everywhere.
#include <mpi.h>

int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  double res = (double)(1 << myid), worst = 1e9;
  int it = 0, most;
  while (worst > 0.5) {
    res /= 2;
    it++;
    MPI_Allreduce(&res, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  MPI_Allreduce(&it, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (it != most || it != 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
