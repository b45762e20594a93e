// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Win_lock:10
// why: The helper locks the target which its caller has locked already.
#include <mpi.h>

static void store(MPI_Win w, int t, int *v) {
  MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w);
  MPI_Put(v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_unlock(t, w);
}
int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int x = 0;
  MPI_Win w;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (myid == 0) {
    int v = 2;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
    store(w, 1, &v);
    MPI_Win_unlock(1, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
