// verdict: wrong
// class: message_race
// also: deadlock, request_lifecycle
// nodes: 2
// call: MPI_Cancel:17
// why: A send that may be cancelled in time has a receive that waits for it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, hint = 3;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request offer;
    MPI_Isend(&hint, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &offer);
    // The other process may not have posted its receive yet.
    MPI_Cancel(&offer);
    MPI_Wait(&offer, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&hint, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
