// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Put:23
// why: A text is formatted into window memory while a put to it is under way.
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
  char *mem, v = 'x';
  MPI_Win win;
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&v, 1, MPI_CHAR, 1, 0, 1, MPI_CHAR, win); /*!*/
  if (rank == 1) sprintf(mem, "%d", 12345); /*!*/
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
