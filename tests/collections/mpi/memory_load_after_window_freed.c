// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Win_free:21
// why: A value in the memory of MPI_Win_allocate is read after MPI_Win_free, which frees that memory.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank;
  double *cells, last;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(10 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  for (int i = 0; i < 10; i++) cells[i] = rank + i;
  MPI_Win_fence(0, win);
  MPI_Put(&cells[9], 1, MPI_DOUBLE, 1 - rank, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win); /*!*/
  last = cells[0];
  if (last < 0) printf("negative\n");
  MPI_Finalize();
  return 0;
}
