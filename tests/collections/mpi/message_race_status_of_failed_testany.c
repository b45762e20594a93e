// verdict: wrong
// class: message_race
// also: none
// nodes: 2
// call: MPI_Testany:19
// why: If no request is complete, MPI_Testany leaves its status undefined.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, done, index, value = 1;
  MPI_Request request;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  if (rank == 0) {
    status.MPI_TAG = 5;
    MPI_Irecv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Testany(1, &request, &index, &done, &status);
    if (status.MPI_TAG != 5) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
