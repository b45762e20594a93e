// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Atomic exchange by MPI_Fetch_and_op with MPI_REPLACE and reading with MPI_NO_OP.
#include <mpi.h>

int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int *box, old = -1, dummy = 0, now = 0, me = 50 + my_rank;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &box, &w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, my_rank, 0, w);
  *box = my_rank;
  MPI_Win_unlock(my_rank, w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  MPI_Fetch_and_op(&me, &old, MPI_INT, 1 - my_rank, 0, MPI_REPLACE, w);
  MPI_Win_flush(1 - my_rank, w);
  MPI_Fetch_and_op(&dummy, &now, MPI_INT, 1 - my_rank, 0, MPI_NO_OP, w);
  MPI_Win_unlock_all(w);
  if (old != 1 - my_rank || now != me)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
