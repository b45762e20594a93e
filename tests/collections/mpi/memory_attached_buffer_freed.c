// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Buffer_attach:18
// why: The attached buffer is freed before it is detached, and a message may lie in it.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, value = 4, bytes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    char *space = malloc(1000), *detached;
    MPI_Buffer_attach(space, 1000);
    MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    free(space);
    MPI_Buffer_detach(&detached, &bytes);
  }
  MPI_Finalize();
  return 0;
}
