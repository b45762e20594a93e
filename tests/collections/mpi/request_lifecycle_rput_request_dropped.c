// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Rput:21
// why: The request of MPI_Rput is never completed, although the epoch is closed.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = 0, v = 8;
  MPI_Win w;
  MPI_Request r;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
    MPI_Rput(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w, &r);
    MPI_Win_unlock(1, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
