// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Sendrecv on one side matches a send followed by a receive on the other.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int a = rank, b = -1;
  if (rank == 0)
    MPI_Sendrecv(&a, 1, MPI_INT, 1, 0, &b, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else {
    MPI_Send(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (b != 1 - rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
