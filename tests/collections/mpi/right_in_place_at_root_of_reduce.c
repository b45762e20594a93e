// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Only the root reduces in place.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int h[4] = {my_rank, 1, 1, 1};
  if (my_rank == 0) {
    MPI_Reduce(MPI_IN_PLACE, h, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (h[0] != 3 || h[3] != 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    MPI_Reduce(h, NULL, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
