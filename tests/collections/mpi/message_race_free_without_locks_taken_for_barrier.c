// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:20
// why: With the info key no_locks, MPI_Win_free need not wait, so that a message of phase 2 may come in phase 1.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cell = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_create(&cell, sizeof cell, sizeof cell, info, MPI_COMM_WORLD, &win);
  for (int phase = 1; phase <= 2; ++phase) {
    for (int i = 1, came; rank == 0 && i < 3; ++i) {
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (phase == 1) MPI_Win_free(&win);
  }
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
