// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Puts completed by a flush within lock_all before the notification message.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *x, v = 4;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &w);
  MPI_Win_lock_all(0, w);
  *x = 0;
  MPI_Win_sync(w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(w);
    if (*x != 4)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
