// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Start:23
// why: Only in the first round is it sure that the receive is started first.
#include <mpi.h>
#define ROUNDS 3
int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Request q;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Recv_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
  else
    MPI_Rsend_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &q);
  for (int i = 0; i < ROUNDS; i++) {
    if (rank == 0) MPI_Start(&q);
    if (i == 0) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
      value = i;
      MPI_Start(&q);  // rank 1 starts
    }
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (rank == 0 && value != i) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Request_free(&q);
  MPI_Finalize();
  return 0;
}
