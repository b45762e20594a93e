// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Accumulate:18, MPI_Get:20
// why: A plain get of the counter is not atomic with respect to the accumulations of others.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int c = 0, one = 1, seen = 0;
  MPI_Win w;
  MPI_Win_create(&c, sizeof c, sizeof c, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all(0, w);
  if (me == 1)
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
  if (me == 2) {
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  if (seen > 1)
    return 1;
  MPI_Finalize();
  return 0;
}
