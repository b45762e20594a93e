// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The parts of a shared window are contiguous by default, so that the right neighbour's first cell follows.
#include <mpi.h>

int main(int argc, char** argv) {
  enum { n = 4 };
  int rank, size, next = 0, *cells;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate_shared(n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < n; i++) cells[i] = n * rank + i;
  MPI_Win_fence(0, win);
  if (rank + 1 < size) next = cells[n];
  MPI_Win_fence(0, win);
  if (rank + 1 < size && next != n * (rank + 1)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
