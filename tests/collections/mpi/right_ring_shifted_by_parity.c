// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Even processes send first and odd ones receive first, so the synchronous ring always progresses.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank, world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int right = (my_rank + 1) % world, left = (my_rank + world - 1) % world;
  int mine = my_rank * my_rank, got = -1;
  if (my_rank % 2 == 0) {
    MPI_Ssend(&mine, 1, MPI_INT, right, 7, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&got, 1, MPI_INT, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ssend(&mine, 1, MPI_INT, right, 7, MPI_COMM_WORLD);
  }
  if (got != left * left)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
