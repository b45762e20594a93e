// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Bcast:17
// why: The blocks of a vector are longer than its stride, and a broadcast writes them.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, v[20];
  MPI_Datatype t;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++) v[i] = i * (rank == 0);
  MPI_Type_vector(3, 3, 2, MPI_INT, &t);
  MPI_Type_commit(&t);
  MPI_Bcast(v, 1, t, 0, MPI_COMM_WORLD);
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
