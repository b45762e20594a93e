// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Compare_and_swap:25
// why: Both operands of a compare-and-swap are changed before it is complete.
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
  int *mem, mine = 1, expected = 0, old;
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  *mem = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Compare_and_swap(&mine, &expected, &old, MPI_INT, 0, 0, win); /*!*/
  expected = 5; /*!*/
  mine = 7; /*!*/
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
