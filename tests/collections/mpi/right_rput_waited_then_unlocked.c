// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The request is completed and then the epoch closed.
#include <mpi.h>

int main(int argc, char **argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int x = 0, v = 8;
  MPI_Win w;
  MPI_Request r;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (self == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
    MPI_Rput(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    v = 9;
    MPI_Win_unlock(1, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, self, 0, w);
  if (self == 1 && x != 8)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock(self, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
