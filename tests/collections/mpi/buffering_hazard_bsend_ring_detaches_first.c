// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: MPI_Buffer_detach:20
// why: Each process waits for its message to leave the buffer before it receives, and so may wait for ever.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, ranks, packed, size, from_left;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &packed);
  size = packed + MPI_BSEND_OVERHEAD;
  char *pool = malloc(size);
  MPI_Buffer_attach(pool, size);
  MPI_Bsend(&rank, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  MPI_Buffer_detach(&pool, &size);
  MPI_Recv(&from_left, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (from_left != left) MPI_Abort(MPI_COMM_WORLD, 1);
  free(pool);
  MPI_Finalize();
  return 0;
}
