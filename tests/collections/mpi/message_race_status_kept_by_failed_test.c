// verdict: wrong
// class: message_race
// also: invalid_parameter, deadlock, call_ordering
// nodes: 2
// call: none
// why: A test that finds its receive unfinished leaves the status undefined, and the length of no message in it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, done, count, value = 7;
  MPI_Request request;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &status);
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &done, &status);
    if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get_count(&status, MPI_INT, &count);
    if (count != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
