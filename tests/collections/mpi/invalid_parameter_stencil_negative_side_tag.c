// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Sendrecv:19
// why: The tag encodes step and side as a negative number for the left side.
#include <mpi.h>

int main(void) {
  int rank, ranks;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double out = rank, in = 0;
  int r = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL, l = rank ? rank - 1 : MPI_PROC_NULL;
  for (int s = 1; s <= 2; s++) {
    MPI_Sendrecv(&out, 1, MPI_DOUBLE, r, 100 + s, &in, 1, MPI_DOUBLE, l, 100 + s,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&out, 1, MPI_DOUBLE, l, -100 * s, &in, 1, MPI_DOUBLE, r, -100 * s,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
