// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Compare_and_swap:17
// why: MPI_Compare_and_swap takes only integer, logical and byte types.
#include <mpi.h>

int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  double owner = 0, me = my_rank + 1, free_ = 0, old;
  MPI_Win w;
  MPI_Win_create(&owner, sizeof owner, sizeof owner, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
  MPI_Compare_and_swap(&me, &free_, &old, MPI_DOUBLE, 0, 0, w);
  MPI_Win_unlock(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
