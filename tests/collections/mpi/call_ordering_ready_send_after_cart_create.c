// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:18
// why: The grid is known to each process by itself, so that nobody need wait for the others.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, sent = 5, got = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm ring;
  int length = 2, is_ring = 1;
  if (rank == 1) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &length, &is_ring, 0, &ring);
  if (rank == 0) MPI_Rsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
