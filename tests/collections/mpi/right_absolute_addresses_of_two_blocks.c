// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: One datatype with absolute addresses leads to two blocks of the heap and to a global variable.
#include <mpi.h>
#include <stdlib.h>
double scale;
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *a = calloc(4, sizeof(int)), *b = calloc(6, sizeof(int));
  int lengths[3] = {4, 6, 1};
  MPI_Aint places[3];
  MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_DOUBLE}, all;
  MPI_Get_address(a, &places[0]);
  MPI_Get_address(b, &places[1]);
  MPI_Get_address(&scale, &places[2]);
  MPI_Type_create_struct(3, lengths, places, types, &all);
  MPI_Type_commit(&all);
  if (rank == 0) {
    a[3] = 3, b[5] = 5, scale = 0.5;
    MPI_Send(MPI_BOTTOM, 1, all, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(MPI_BOTTOM, 1, all, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (a[3] != 3 || b[5] != 5 || scale != 0.5) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Type_free(&all);
  free(a);
  free(b);
  MPI_Finalize();
  return 0;
}
