// verdict: wrong
// class: parameter_matching
// also: invalid_parameter
// nodes: 2
// call: MPI_Send:15
// why: Both processes call doubles MPI_LONG, which is not the type of their variables.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  double x[2] = { 0.5, 0.25 };
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Send(x, 2, MPI_LONG, 1, 0, MPI_COMM_WORLD);
  else MPI_Recv(x, 2, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
