// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Comm_split:15
// why: The colour is -7 on process 0, which is neither non-negative nor MPI_UNDEFINED.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm c;
  int color = (me - 1) * 7;
  MPI_Comm_split(MPI_COMM_WORLD, color, 0, &c);
  if (c != MPI_COMM_NULL)
    MPI_Comm_free(&c);
  MPI_Finalize();
  return 0;
}
