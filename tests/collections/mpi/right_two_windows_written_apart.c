// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Two windows overlap in memory that is only read, and is written beside it.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, a[4] = {0, 0, 0, 0}, v = 1;
  MPI_Win first, second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(a, 3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(a + 2, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_lock_all(0, first);
  MPI_Win_lock_all(0, second);
  if (me == 1) MPI_Put(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, first);
  if (me == 1) MPI_Get(a, 1, MPI_INT, 0, 2, 1, MPI_INT, first);
  if (me == 2) MPI_Put(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, second);
  if (me == 2) MPI_Get(a, 1, MPI_INT, 0, 0, 1, MPI_INT, second);
  MPI_Win_unlock_all(first);
  MPI_Win_unlock_all(second);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Finalize();
  return 0;
}
