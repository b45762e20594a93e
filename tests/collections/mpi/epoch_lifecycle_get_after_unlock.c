// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Get:20
// why: The second get comes after the lock was released.
#include <mpi.h>

int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int t[2] = {myid * 10, myid * 10 + 1}, a = 0, b = 0;
  MPI_Win w;
  MPI_Win_create(t, sizeof t, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (myid == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(&a, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    MPI_Get(&b, 1, MPI_INT, 0, 1, 1, MPI_INT, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  if (a + b < 0)
    return 1;
  MPI_Finalize();
  return 0;
}
