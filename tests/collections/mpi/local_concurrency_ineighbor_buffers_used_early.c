// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Ineighbor_alltoall:23
// why: The send buffer of a nonblocking exchange with neighbours is changed, and its receive buffer read, before the wait.
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
  MPI_Comm ring;
  int periodic = 1, send[2] = {1, 2}, recv[2] = {0, 0}, x;
  MPI_Request q;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  MPI_Ineighbor_alltoall(send, 1, MPI_INT, recv, 1, MPI_INT, ring, &q); /*!*/
  send[0] = 8; /*!*/
  x = recv[0]; /*!*/
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  if (x < 0) printf("%d\n", x);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
