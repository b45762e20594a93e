// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A lock of two counters: one gives tickets, the other one says whose turn it is.
#include <mpi.h>
int main(int argc, char** argv) {
  int me, n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int *m, one = 1, mine, now, c;
  MPI_Win w;
  MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Win_lock_all(0, w);
  m[0] = m[1] = m[2] = 0;
  MPI_Win_sync(w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, w);
  MPI_Win_flush(0, w);
  do {
    MPI_Fetch_and_op(NULL, &now, MPI_INT, 0, 1, MPI_NO_OP, w);
    MPI_Win_flush(0, w);
  } while (now != mine);
  MPI_Get(&c, 1, MPI_INT, 0, 2, 1, MPI_INT, w);
  MPI_Win_flush(0, w);
  c++;
  MPI_Put(&c, 1, MPI_INT, 0, 2, 1, MPI_INT, w);
  MPI_Win_flush(0, w);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, w);
  MPI_Win_flush(0, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0 && m[2] != n) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
