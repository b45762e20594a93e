// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Put:23, MPI_Bcast:24
// why: A message arrives in attached memory while a put to it is under way.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static int store[16], c[16];
  int rank, v = 1;
  MPI_Win w1, w2;
  MPI_Request q;
  (void)w1, (void)w2, (void)q, (void)v, (void)c, (void)store;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Aint me, at[8];
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w1);
  MPI_Win_attach(w1, store, 64);
  MPI_Get_address(store, &me);
  MPI_Allgather(&me, 1, MPI_AINT, at, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_fence(0, w1);
  if (rank == 0) MPI_Put(&v, 1, MPI_INT, 1, at[1], 1, MPI_INT, w1);
  if (rank == 1) MPI_Bcast(store, 1, MPI_INT, 0, MPI_COMM_SELF);
  if (rank == 1) MPI_Sendrecv(c, 1, MPI_INT, 1, 3, store, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, w1);
  MPI_Win_detach(w1, store);
  MPI_Win_free(&w1);
  MPI_Finalize();
  return 0;
}
