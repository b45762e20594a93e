// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Send:19
// why: The remainder computation yields a send count of -2.
#include <mpi.h>

static int leftover(int n, int done) {
  return n - done;
}
int main(int argc, char** argv) {
  int my_rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int v[8] = {0}, n = leftover(6, 8);
  if (my_rank == 0)
    MPI_Send(v, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(v, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
