// verdict: wrong
// class: memory
// also: epoch_lifecycle, resource_leak, invalid_parameter
// nodes: 2
// call: MPI_Win_create:22
// why: Memory of MPI_Alloc_mem is freed while a window still has it.
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
  int* h;
  MPI_Win win;
  MPI_Alloc_mem(16, MPI_INFO_NULL, &h);
  MPI_Win_create(h, 16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Free_mem(h); /*!*/
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
