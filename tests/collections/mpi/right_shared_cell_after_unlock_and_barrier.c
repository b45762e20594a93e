// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The end of the exclusive lock makes the store visible, and the barrier orders the loads after it.
#include <mpi.h>
int main(int argc, char **argv) {
  int me, unit, *mine, *first;
  MPI_Aint bytes;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate_shared(me == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &w);
  MPI_Win_shared_query(w, 0, &bytes, &unit, &first);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    *first = 42;
    MPI_Win_unlock(0, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  if (*first != 42) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
