// verdict: wrong
// class: local_concurrency
// also: request_lifecycle, message_race
// nodes: 2
// call: MPI_Isend:22
// why: The request of a send is freed, and its buffer changed at once.
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
  int n = 1, x;
  MPI_Request q;
  if (rank == 0) {
    MPI_Isend(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q); /*!*/
    MPI_Request_free(&q);
    n = 9; /*!*/
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", x);
  }
  MPI_Finalize();
  return 0;
}
