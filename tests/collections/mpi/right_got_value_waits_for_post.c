// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: MPI_Win_complete waits for the value that is got, and this comes after MPI_Win_post, as do messages of phase 2.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cell = 5;
  const int target_rank = 0, origin_ranks[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, target, origins;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &target_rank, &target);
  MPI_Group_incl(all, 2, origin_ranks, &origins);
  MPI_Win win;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int phase = 1; phase <= 2; ++phase) {
    for (int i = 0, came; rank == 0 && i < 2; ++i) {
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank == 0) {
      MPI_Win_post(origins, 0, win);
      MPI_Win_wait(win);
    } else {
      int got = 0;
      MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Win_start(target, 0, win);
      MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
      if (got != 5) MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Win_free(&win);
  MPI_Group_free(&origins);
  MPI_Group_free(&target);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
