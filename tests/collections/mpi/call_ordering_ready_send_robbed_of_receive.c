// verdict: wrong
// class: call_ordering
// also: message_race
// nodes: 3
// call: MPI_Rsend:22
// why: The one receive that is posted in time takes any message, so that the other sender may have it.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, first, second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request early;
    MPI_Irecv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &early);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&early, MPI_STATUS_IGNORE);
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (first + second != 3) MPI_Abort(MPI_COMM_WORLD, 1);
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
