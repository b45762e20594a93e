// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Statuses are read only when a test or probe has found something; an array for MPI_Testsome has room for one status.
#include <mpi.h>

static void check(int holds) {
  if (!holds) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  int rank, done = 0, index, indices[2], values[2] = {1, 2};
  MPI_Request requests[2];
  MPI_Message message;
  MPI_Status status, statuses[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  status.MPI_ERROR = 77;
  if (rank == 1) {
    MPI_Send(values, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Send(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Send(values, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    MPI_Recv(values, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(values, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    while (!done) MPI_Iprobe(1, 4, MPI_COMM_WORLD, &done, &status);
    check(status.MPI_SOURCE == 1 && status.MPI_TAG == 4 && status.MPI_ERROR == 77);
    MPI_Recv(values, 1, MPI_INT, 1, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (done = 0; !done;) MPI_Improbe(1, 5, MPI_COMM_WORLD, &done, &message, &status);
    check(status.MPI_TAG == 5);
    MPI_Mrecv(values, 1, MPI_INT, &message, &status);
    MPI_Irecv(&values[0], 1, MPI_INT, 1, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&values[1], 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &requests[1]);
    for (done = 0; done == 0;) MPI_Testsome(2, requests, &done, indices, &status);
    check(done == 1 && status.MPI_TAG == 6);
    MPI_Send(values, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
    for (done = 0; !done;) MPI_Testall(2, requests, &done, statuses);
    check(statuses[0].MPI_TAG == MPI_ANY_TAG && statuses[1].MPI_TAG == 7);
    MPI_Testsome(2, requests, &done, indices, MPI_STATUSES_IGNORE);
    check(done == MPI_UNDEFINED);
    MPI_Testany(2, requests, &index, &done, &status);
    check(done && index == MPI_UNDEFINED && status.MPI_SOURCE == MPI_ANY_SOURCE);
  }
  MPI_Finalize();
  return 0;
}
