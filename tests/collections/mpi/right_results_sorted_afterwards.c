// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The parts are sorted after they arrived in any order.
#include <stdlib.h>
#include <mpi.h>

static int cmp(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(int argc, char **argv) {
  int my_rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int all[4] = {0};
  if (my_rank == 0) {
    for (int k = 1; k < ranks; k++)
      MPI_Recv(&all[k], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    qsort(all, 4, sizeof(int), cmp);
    for (int k = 1; k < ranks; k++)
      if (all[k] != k * k)
        MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    int v = my_rank * my_rank;
    MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
