// verdict: wrong
// class: global_concurrency
// also: message_race
// nodes: 2
// call: MPI_Accumulate:21, MPI_Accumulate:22
// why: A process replaces one value twice in an epoch, and its window forgoes the order of its accumulates.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, *state, busy = 1, ready = 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win win;
  MPI_Win_allocate(sizeof *state, sizeof *state, info, MPI_COMM_WORLD, &state, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Accumulate(&busy, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&ready, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 0) printf("%d\n", *state);
  MPI_Win_free(&win);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
