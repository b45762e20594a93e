// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Win_allocate:15
// why: The index of a row is taken for the index of a cell, which lies far behind the window's memory.
#include <mpi.h>

int main(int argc, char** argv) {
  enum { columns = 6 };
  int rank, *row;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(columns * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &row, &win); /*!*/
  for (int i = 0; i < columns; i++) row[i * columns + rank * columns] = i;
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
