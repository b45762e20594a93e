// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Fetch_and_op:19
// why: Process 0 relies on being the first to draw a ticket, which any process may be.
#include <mpi.h>

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *next, one = 1, mine = -1;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &next, &w);
  *next = 0;
  MPI_Win_fence(0, w);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, w);
  MPI_Win_unlock(0, w);
  if (me == 0 && mine != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
