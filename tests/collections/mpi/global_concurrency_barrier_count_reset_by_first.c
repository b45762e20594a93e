// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Fetch_and_op:19, MPI_Accumulate:22
// why: Rank 0 sets a count to 0 without having read that all others have added to it.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, before, *memory;
  const int one = 1, zero = 0;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(me == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, window);
  MPI_Win_flush(0, window);
  if (me == 0)
    MPI_Accumulate(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
