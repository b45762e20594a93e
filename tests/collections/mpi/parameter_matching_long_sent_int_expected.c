// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Send:16, MPI_Recv:19
// why: The worker sends its counter as MPI_LONG and the master reads MPI_INT.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    long hits = 12345;
    MPI_Send(&hits, 1, MPI_LONG, 0, 8, MPI_COMM_WORLD);
  } else {
    int hits[2] = {0, 0};
    MPI_Recv(hits, 2, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", hits[0]);
  }
  MPI_Finalize();
  return 0;
}
