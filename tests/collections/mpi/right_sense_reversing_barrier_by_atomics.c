// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The last one at the barrier knows by the count that it has read that all additions are done, and sets the count to 0.
#include <mpi.h>

enum { kCount, kSense };

static void barrier(MPI_Win window, int size, int* sense) {
  const int one = 1, zero = 0;
  int before, seen;
  *sense = 1 - *sense;
  MPI_Fetch_and_op(&one, &before, MPI_INT, 0, kCount, MPI_SUM, window);
  MPI_Win_flush(0, window);
  if (before == size - 1) {
    MPI_Accumulate(&zero, 1, MPI_INT, 0, kCount, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(0, window);
    MPI_Accumulate(sense, 1, MPI_INT, 0, kSense, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(0, window);
    return;
  }
  do {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, kSense, MPI_NO_OP, window);
    MPI_Win_flush(0, window);
  } while (seen != *sense);
}

int main(int argc, char** argv) {
  int me, size, sense = 0, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(me == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) memory[kCount] = memory[kSense] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  barrier(window, size, &sense);
  barrier(window, size, &sense);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
