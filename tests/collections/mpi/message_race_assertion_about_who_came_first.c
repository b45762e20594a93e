// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:19
// why: The server answers in the order of ranks, and not in that of the requests, so that the assertion fails in one order.
#include <assert.h>
#include <mpi.h>
int main(int argc, char **argv) {
  int me, y = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me < 2) {
    MPI_Send(&me, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(&y, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(y == me);
  } else {
    for (int i = 0; i < 2; i++) {
      MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&y, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
