// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:18, MPI_Put:19
// why: Two windows overlap in one int, which two ranks put at the same time.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, a[4] = {0, 0, 0, 0}, v = 1;
  MPI_Win first, second;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(a, 3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(a + 2, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_fence(0, first);
  MPI_Win_fence(0, second);
  if (me == 1) MPI_Put(&v, 1, MPI_INT, 0, 2, 1, MPI_INT, first);
  if (me == 2) MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, second);
  MPI_Win_fence(0, first);
  MPI_Win_fence(0, second);
  MPI_Win_free(&first);
  MPI_Win_free(&second);
  MPI_Finalize();
  return 0;
}
