// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Win_fence:19
// why: The program calls free for memory that belongs to a window of MPI_Win_allocate.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, *cells;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win);
  if (rank == 1) cells[7] = 3;
  MPI_Win_fence(0, win); /*!*/
  free(cells);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
