// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Recv:17
// why: The receive begins far behind the block that the program has allocated, in no block at all.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, two[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *four = calloc(4, sizeof(int));
  if (rank == 1)
    MPI_Send(two, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(four + 40, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  free(four);
  MPI_Finalize();
  return 0;
}
