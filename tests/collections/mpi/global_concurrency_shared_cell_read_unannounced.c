// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: store:21, load:24
// why: Nothing tells the reader that the cell of the shared window has been stored by then.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, ranks, unit, *mine, *first;
  MPI_Aint bytes;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate_shared(me == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &w);
  MPI_Win_shared_query(w, 0, &bytes, &unit, &first);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
  if (me == 0)
    *first = 42;
  MPI_Win_sync(w);
  if (me != 0)
    printf("%d\n", *first);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
