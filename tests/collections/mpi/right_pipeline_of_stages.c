// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A three-stage pipeline of several items; the last stage consumes.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  long check = 0;
  for (int k = 0; k < 6; k++) {
    int item = k;
    if (my_rank > 0)
      MPI_Recv(&item, 1, MPI_INT, my_rank - 1, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    item = item * 3 + my_rank;
    if (my_rank < nprocs - 1)
      MPI_Send(&item, 1, MPI_INT, my_rank + 1, k, MPI_COMM_WORLD);
    else
      check += item;
  }
  long want = 0;
  for (int k = 0; k < 6; k++)
    want += ((k * 3L) * 3 + 1) * 3 + 2;
  if (my_rank == nprocs - 1 && check != want)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
