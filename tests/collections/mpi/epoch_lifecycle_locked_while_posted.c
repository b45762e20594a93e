// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Win_lock:27, MPI_Win_post:18
// why: A monitor locks memory that its owner may have exposed by MPI_Win_post at the same time.
#include <mpi.h>

int main(void) {
  int me, board = 0, seen = 0, news = 5;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Group all, writer, owner;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Win w;
  MPI_Win_create(&board, sizeof board, sizeof board, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me == 0) {
    int one = 1; MPI_Group_incl(all, 1, &one, &writer); MPI_Win_post(writer, 0, w);
    MPI_Win_wait(w);
    MPI_Group_free(&writer);
  } else if (me == 1) {
    int zero = 0;
    MPI_Group_incl(all, 1, &zero, &owner); MPI_Win_start(owner, 0, w);
    MPI_Put(&news, 1, MPI_INT, 0, 0, 1, MPI_INT, w); MPI_Win_complete(w);
    MPI_Group_free(&owner);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(&seen, 0, MPI_INT, 0, 0, 0, MPI_INT, w);
    MPI_Win_unlock(0, w);
  }
  MPI_Group_free(&all);
  MPI_Win_free(&w);
  MPI_Finalize();
  return seen;
}
