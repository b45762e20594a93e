// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each of the two messages finds one of the two receives, which are both posted before the barrier.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, got[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request early[2];
    MPI_Irecv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &early[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &early[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(2, early, MPI_STATUSES_IGNORE);
    if (got[0] + got[1] != 3) MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
      MPI_Rsend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
      MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
