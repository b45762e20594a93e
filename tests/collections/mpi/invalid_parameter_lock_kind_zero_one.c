// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Win_lock:19
// why: The lock type is passed as the constant 99 instead of a lock kind.
#include <mpi.h>

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int c = 0;
  MPI_Win w;
  const int exclusive = 99;
  MPI_Win_create(&c, sizeof c, sizeof c, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me == 0) {
    int v = 1;
    MPI_Win_lock(exclusive, 1, 0, w);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_unlock(1, w);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
