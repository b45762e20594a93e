// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:17
// why: A fence with MPI_MODE_NOPRECEDE need not wait for other ranks, so that a message of phase 2 may come in phase 1.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cell = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int phase = 1; phase <= 2; ++phase) {
    for (int i = 1, came; rank == 0 && i < 3; ++i) {
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (phase == 1) MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  }
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % 3, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
