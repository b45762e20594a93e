// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The target's wait completes the put, although the origin is in the next fence by then.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cells[4] = {0}, first = 0, second = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, target, origin;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &first, &target);
  MPI_Group_incl(all, 1, &second, &origin);
  MPI_Win win;
  MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int turn = 0; turn < 2; ++turn) {
    if (rank == 1) {
      int value = 40 + turn;
      MPI_Win_start(target, 0, win);
      MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
      MPI_Win_complete(win);
    } else {
      MPI_Win_post(origin, 0, win);
      MPI_Win_wait(win);
      if (cells[2] != 40 + turn) MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Group_free(&origin);
  MPI_Group_free(&target);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
