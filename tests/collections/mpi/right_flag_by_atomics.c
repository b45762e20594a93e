// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The target asks for its own flag atomically until the origin has set it, after a flush of the data.
#include <mpi.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m;
  MPI_Win w;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  m[0] = m[1] = 0;
  MPI_Win_lock_all(0, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    int v = 42, one = 1;
    MPI_Put(&v, 1, MPI_INT, 1, 1, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, w);
    MPI_Win_flush(1, w);
  } else if (me == 1) {
    int f = 0;
    while (!f) {
      MPI_Fetch_and_op(NULL, &f, MPI_INT, 1, 0, MPI_NO_OP, w);
      MPI_Win_flush(1, w);
    }
    if (m[1] != 42) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
