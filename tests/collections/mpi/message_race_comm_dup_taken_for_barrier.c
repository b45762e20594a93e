// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:15
// why: Process 2 may leave MPI_Comm_dup before the others have come, and then its message is received first.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, first;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (first != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  }

  // Process 1 sends in front of the call, and process 2 behind it.
  if (rank == 1) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);

  if (rank == 2) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0) MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
