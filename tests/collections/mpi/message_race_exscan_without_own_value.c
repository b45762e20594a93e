// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Irecv:16
// why: Process 1 needs only the value of process 0 in MPI_Exscan, and may leave it before process 2 has come.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value, x, y, given = 1, got = 0;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank;
  if (rank == 0) {
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[1]);
  }
  if (rank == 2) MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Exscan(&given, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1) MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (x != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
