// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: MPI_Win_create:20
// why: MPI_Win_create is collective over MPI_COMM_WORLD but the last process considers itself a client and skips it.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me, ranks;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int store[4] = { 0 };
  MPI_Win w = MPI_WIN_NULL;
  if (me < ranks - 1) {
    MPI_Win_create(store, sizeof store, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
  }
  MPI_Finalize();
  return 0;
}
