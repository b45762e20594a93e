// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: On an open line of processes, sending in one direction and then receiving resolves from the end of the line.
#include <mpi.h>

#define N 10
int
main(int argc, char** argv)
{
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  float u[N + 2];
  int lo = rank > 0 ? rank - 1 : MPI_PROC_NULL, hi = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int i = 0; i < N + 2; i++)
    u[i] = rank;
  MPI_Send(&u[N], 1, MPI_FLOAT, hi, 0, MPI_COMM_WORLD);
  MPI_Recv(&u[0], 1, MPI_FLOAT, lo, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&u[1], 1, MPI_FLOAT, lo, 1, MPI_COMM_WORLD);
  MPI_Recv(&u[N + 1], 1, MPI_FLOAT, hi, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank > 0 && u[0] != rank - 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank < size - 1 && u[N + 1] != rank + 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
