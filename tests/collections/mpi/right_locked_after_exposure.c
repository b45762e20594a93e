// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The monitor locks the owner's memory only when a message has told it that the exposure is over.
#include <mpi.h>

int main(void) {
  int me, board = 0, seen = 0, news = 5;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Group all, other;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Win w;
  MPI_Win_create(&board, sizeof board, sizeof board, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me < 2) {
    int it = 1 - me;
    MPI_Group_incl(all, 1, &it, &other);
  }
  if (me == 0) {
    MPI_Win_post(other, 0, w);
    MPI_Win_wait(w);
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (me == 1) {
    MPI_Win_start(other, 0, w);
    MPI_Put(&news, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    if (seen != news)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (me < 2)
    MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
