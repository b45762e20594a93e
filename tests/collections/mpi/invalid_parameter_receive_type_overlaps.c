// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Recv:21
// why: Blocks of the datatype of a receive overlap (MPI 3.1, sec. 4.1.11).
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, v[12], b[3] = {3, 3, 3}, d[3] = {0, 2, 6};
  MPI_Datatype t;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Type_indexed(3, b, d, MPI_INT, &t);
  MPI_Type_commit(&t);
  for (int i = 0; i < 12; i++) v[i] = i;
  if (rank == 0)
    MPI_Send(v, 9, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else if (rank == 1)
    MPI_Recv(v, 1, t, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
