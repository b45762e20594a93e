// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 2
// call: MPI_Irecv:16
// why: The program gives up after five tests of a receive, and leaves it open.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, flag = 0, v = 1;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    MPI_Irecv(&v, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, &r);
    for (int i = 0; i < 5 && !flag; i++) MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
  } else if (rank == size - 1)
    MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
