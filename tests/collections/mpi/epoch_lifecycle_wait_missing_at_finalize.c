// verdict: wrong
// class: epoch_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Win_post:24, MPI_Finalize:26
// why: Process 1 exposes its memory, and ends without MPI_Win_wait.
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
  }
  MPI_Finalize();
  return 0;
}
