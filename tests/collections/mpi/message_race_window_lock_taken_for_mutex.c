// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:23
// why: MPI_Win_lock need not wait until the lock is granted, so that both ranks may send at the same time.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cell = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank != 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Ssend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Ssend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(0, win);
  }
  int came[4];
  for (int i = 0; rank == 0 && i < 4; ++i)
    MPI_Recv(&came[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0 && (came[0] != came[1] || came[2] != came[3])) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
