/* swap.c, where sending and receiving are one call. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, mine, theirs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mine = rank * rank;
  MPI_Sendrecv(&mine, 1, MPI_INT, rank ^ 1, 0, &theirs, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("%d\n", theirs);
  MPI_Finalize();
  return 0;
}
