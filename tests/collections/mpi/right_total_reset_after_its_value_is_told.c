// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Rank 0 reads that the addition of rank 1 is done, and tells rank 2 by a message, which then replaces the value.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, seen = 0, *memory;
  const int one = 1, zero = 0;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(me == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (me == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
  if (me == 0) {
    while (seen == 0) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, window);
      MPI_Win_flush(0, window);
    }
    MPI_Send(&seen, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (me == 2) {
    MPI_Recv(&seen, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Accumulate(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
