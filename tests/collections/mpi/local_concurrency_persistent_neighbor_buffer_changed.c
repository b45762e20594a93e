// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Start:24
// why: The send buffer of a persistent exchange with neighbours is changed between start and wait.
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
  int periodic = 1, send[2] = {1, 2}, recv[2];
  MPI_Request q;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  MPI_Neighbor_alltoall_init(send, 1, MPI_INT, recv, 1, MPI_INT, ring, MPI_INFO_NULL, &q);
  MPI_Start(&q); /*!*/
  send[0] = 8; /*!*/
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  MPI_Request_free(&q);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
