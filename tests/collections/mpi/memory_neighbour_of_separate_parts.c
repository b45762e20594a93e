// verdict: wrong
// class: memory
// also: none
// nodes: 4
// call: MPI_Win_allocate_shared:18
// why: The parts of a shared window need not be contiguous with alloc_shared_noncontig, but the program reads the right neighbour's first cell behind its own last one.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  enum { n = 4 };
  int rank, size, next = 0, *cells;
  MPI_Win win;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(n * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &cells, &win); /*!*/
  MPI_Info_free(&info);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < n; i++) cells[i] = n * rank + i;
  MPI_Win_fence(0, win);
  if (rank + 1 < size) next = cells[n];
  MPI_Win_fence(0, win);
  if (next < 0) printf("negative\n");
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
