// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:22, MPI_Put:26
// why: A dynamic window has memory attached that belongs to another window, too.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, a = 0, v = 1;
  MPI_Aint at;
  MPI_Win fixed, dynamic;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(&a, sizeof a, sizeof a, MPI_INFO_NULL, MPI_COMM_WORLD, &fixed);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, &a, sizeof a);
  MPI_Get_address(&a, &at);
  MPI_Bcast(&at, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  if (me == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, fixed);
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, fixed);
    MPI_Win_unlock(0, fixed);
  } else if (me == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, dynamic);
    MPI_Put(&v, 1, MPI_INT, 0, at, 1, MPI_INT, dynamic);
    MPI_Win_unlock(0, dynamic);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(dynamic, &a);
  MPI_Win_free(&dynamic);
  MPI_Win_free(&fixed);
  MPI_Finalize();
  return 0;
}
