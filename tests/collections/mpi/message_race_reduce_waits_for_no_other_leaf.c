// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Irecv:16
// why: Process 0 may leave MPI_Reduce before process 1 has come, so that its message may be the first one.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value, x, y, given = 1, got = 0;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank;
  if (rank == 2) {
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[1]);
  }
  if (rank == 1) MPI_Ssend(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  MPI_Reduce(&given, &got, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
  if (rank == 0) MPI_Ssend(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (x != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
