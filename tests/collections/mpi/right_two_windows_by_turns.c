// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Fences, unlocks and messages order the accesses through two windows that overlap.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, a[4] = {0, 0, 0, 0}, v = 1, got = 0;
  MPI_Win first, second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(a, 3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(a + 2, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_fence(0, first);
  if (me == 1) MPI_Put(&v, 1, MPI_INT, 0, 2, 1, MPI_INT, first);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, first);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, second);
  if (me == 2) MPI_Accumulate(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, second);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, second);
  if (me == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, second);
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, second);
    MPI_Win_unlock(0, second);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, first);
    MPI_Get(&got, 1, MPI_INT, 0, 2, 1, MPI_INT, first);
    MPI_Win_unlock(0, first);
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (me == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, first);
    MPI_Accumulate(&v, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, first);
    MPI_Win_unlock(0, first);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, first);
    got = a[2];
    MPI_Win_unlock(0, first);
    if (got != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Finalize();
  return 0;
}
