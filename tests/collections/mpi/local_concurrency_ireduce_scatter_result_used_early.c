// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Ireduce_scatter_block:21
// why: The result of a nonblocking reduce-scatter is stored to and read before the wait.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int send[3] = {1, 2, 3}, recv = 0, x;
  MPI_Request q;
  MPI_Ireduce_scatter_block(send, &recv, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &q); /*!*/
  recv = 1; /*!*/
  x = recv; /*!*/
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  if (x < 0) printf("%d\n", x);
  MPI_Finalize();
  return 0;
}
