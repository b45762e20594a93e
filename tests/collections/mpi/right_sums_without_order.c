// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The window forgoes the order of accumulates, which matters neither to sums nor after a flush.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, *cells;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win win;
  MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, info, MPI_COMM_WORLD, &cells, &win);
  MPI_Info_free(&info);
  cells[0] = cells[rank] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 1; i <= 2; i++) MPI_Accumulate(&i, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win), MPI_Win_flush_local(0, win);
  for (int i = 1; i <= 2; i++) {
    int value = 10 * rank + i;
    MPI_Accumulate(&value, 1, MPI_INT, 0, rank + 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    printf("%d %d\n", cells[0], cells[size]);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
