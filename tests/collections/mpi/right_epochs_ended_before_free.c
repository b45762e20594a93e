// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: An epoch of each kind is ended before the window is freed.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, peer, one = 1, *memory;
  MPI_Win window;
  MPI_Group world, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  peer = 1 - me;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) {
    MPI_Win_start(other, 0, window);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
  } else {
    MPI_Win_post(other, 0, window);
    MPI_Win_wait(window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (me == 1) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
