// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Testall:20
// why: Unless all requests are complete, the test leaves the statuses undefined, of which one decides how it goes on.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, done, values[2] = {1, 2};
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) MPI_Send(values, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
  if (rank == 0) {
    statuses[1].MPI_TAG = 2;
    MPI_Irecv(&values[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&values[1], 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Testall(2, requests, &done, statuses);
    if (statuses[1].MPI_TAG != 2) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
