// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Neighbor_allgather:17, MPI_Recv:20
// why: Process 2 receives before its exchange what process 0 sends behind it; a collective may wait for all members.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, x = 1, y = 2, received[2];
  const int size = 3, open = 0;
  MPI_Comm line;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 0, &line);
  if (rank != 2) {
    MPI_Neighbor_allgather(&x, 1, MPI_INT, received, 1, MPI_INT, line);
    if (rank == 0) MPI_Send(&y, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&y, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgather(&x, 1, MPI_INT, received, 1, MPI_INT, line);
  }
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
