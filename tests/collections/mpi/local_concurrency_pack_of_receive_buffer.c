// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Pack:24, MPI_Irecv:23
// why: Values are packed from a receive buffer before the wait.
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
  int a = 1, at = 0, v = 2;
  char packed[16];
  MPI_Request q;
  if (rank == 0) {
    MPI_Irecv(&a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q); /*!*/
    MPI_Pack(&a, 1, MPI_INT, packed, 16, &at, MPI_COMM_WORLD); /*!*/
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
