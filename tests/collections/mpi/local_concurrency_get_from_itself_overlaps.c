// verdict: wrong
// class: local_concurrency
// also: global_concurrency, invalid_parameter
// nodes: 1
// call: MPI_Get:24
// why: What a get from the own window reads and where it stores overlap.
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
  int* mem;
  MPI_Win win;
  MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  mem[0] = 1; mem[1] = 2; mem[2] = 3;
  MPI_Win_fence(0, win);
  MPI_Get(&mem[0], 2, MPI_INT, rank, 1, 2, MPI_INT, win); /*!*/
  MPI_Win_fence(0, win);
  printf("%d\n", mem[0]);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
