// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A tag equal to the advertised upper bound is valid.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *ub, flag;
  double c = me == 0 ? 3.0 : 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &ub, &flag);
  if (!flag || *ub < 32767)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (me == 0)
    MPI_Send(&c, 1, MPI_DOUBLE, 1, *ub, MPI_COMM_WORLD);
  else {
    MPI_Recv(&c, 1, MPI_DOUBLE, 0, *ub, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (c != 3.0)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
