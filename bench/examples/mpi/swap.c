/* Two neighbours swap a value. Wrong: both send first, so that each waits until the other one receives, unless there is
   room for the messages somewhere. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, mine, theirs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mine = rank * rank;
  MPI_Send(&mine, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD);
  MPI_Recv(&theirs, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("%d\n", theirs);
  MPI_Finalize();
  return 0;
}
