// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The parts of a shared window need not be contiguous, and the program asks where its right neighbour's part is.
#include <mpi.h>

int main(int argc, char** argv) {
  enum { n = 4 };
  int rank, size, unit, next = 0, *cells, *right;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(n * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &cells, &win);
  MPI_Info_free(&info);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &right);
  for (int i = 0; i < n; i++) cells[i] = n * rank + i;
  MPI_Win_fence(0, win);
  next = right[0];
  MPI_Win_fence(0, win);
  if (next != n * ((rank + 1) % size)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, n - 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (cells[n - 1] != (rank + size - 1) % size) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
