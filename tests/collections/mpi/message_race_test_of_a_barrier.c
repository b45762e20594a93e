// verdict: wrong
// class: message_race
// also: deadlock, call_ordering
// nodes: 3
// call: MPI_Test:17
// why: A message is received only if the first test finds the barrier incomplete, and it may find it complete.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, flag = 0, v = 7, got = 0;
  MPI_Request b;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Ibarrier(MPI_COMM_WORLD, &b);
  if (rank == 0) {
    MPI_Test(&b, &flag, MPI_STATUS_IGNORE);
    if (!flag) {
      MPI_Recv(&got, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait(&b, MPI_STATUS_IGNORE);
    }
  } else {
    if (rank == size - 1) MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Wait(&b, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
