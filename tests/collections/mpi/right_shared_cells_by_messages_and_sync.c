// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each of two turns ends with MPI_Win_sync and a message, after which the other process goes on.
#include <mpi.h>
int main(int argc, char **argv) {
  int me, unit, *mine, *x;
  MPI_Aint bytes;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate_shared(me == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &w);
  MPI_Win_shared_query(w, 0, &bytes, &unit, &x);
  MPI_Win_lock_all(0, w);
  if (me == 0) {
    x[0] = 1;
    MPI_Win_sync(w);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(w);
    if (x[1] != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(w);
    x[1] = x[0] + 1;
    MPI_Win_sync(w);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
