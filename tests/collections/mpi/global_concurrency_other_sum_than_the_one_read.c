// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Accumulate:22, MPI_Accumulate:31
// why: A count that has been read proves nothing about an addition to another element that the same rank made before.
#include <mpi.h>

enum { kTotal, kCount };

int main(int argc, char** argv) {
  int me, seen = 0, *memory;
  const int one = 1, zero = 0;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(me == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) memory[kTotal] = memory[kCount] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (me == 1) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, kTotal, 1, MPI_INT, MPI_SUM, window);
    /* No MPI_Win_flush here: the addition to the count may be carried out first. */
    MPI_Accumulate(&one, 1, MPI_INT, 0, kCount, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(0, window);
  } else {
    while (seen == 0) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, kCount, MPI_NO_OP, window);
      MPI_Win_flush(0, window);
    }
    MPI_Accumulate(&zero, 1, MPI_INT, 0, kTotal, 1, MPI_INT, MPI_REPLACE, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
