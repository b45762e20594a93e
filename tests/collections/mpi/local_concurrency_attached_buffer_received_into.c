// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Buffer_attach:15, MPI_Recv:17
// why: A message is received into the buffer that is attached for buffered sends.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank;
  int size = 100 * sizeof(int) + 2 * MPI_BSEND_OVERHEAD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *pool = calloc(1, size), data[100] = {0};
  MPI_Buffer_attach(pool, size);
  MPI_Bsend(data, 100, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(pool, 100, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&pool, &size);
  free(pool);
  MPI_Finalize();
  return 0;
}
