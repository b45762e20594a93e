// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:19
// why: Exclusive locks of two windows do not exclude each other, although the windows overlap.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, a[4] = {0, 0, 0, 0}, v = 1;
  MPI_Win first, second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(a, 3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(a + 2, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  if (me > 0) {
    MPI_Win w = me == 1 ? first : second;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    MPI_Put(&v, 1, MPI_INT, 0, me == 1 ? 2 : 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
  }
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Finalize();
  return 0;
}
