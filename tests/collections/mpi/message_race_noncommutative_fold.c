// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:19
// why: The contributions are folded by a non-commutative formula in the order of arrival, and the result is checked against rank order.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    int acc = 0, d;
    for (int k = 1; k < size; k++) {
      MPI_Recv(&d, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      acc = acc * 10 + d;
    }
    if (acc != 12)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
