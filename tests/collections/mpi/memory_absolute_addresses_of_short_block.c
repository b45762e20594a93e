// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Send:22
// why: The second block of the datatype with absolute addresses is shorter than the datatype says.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *a = calloc(4, sizeof(int)), *b = calloc(5, sizeof(int));
  int lengths[2] = {4, 6};
  MPI_Aint places[2];
  MPI_Datatype both;
  MPI_Get_address(a, &places[0]);
  MPI_Get_address(b, &places[1]);
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
  MPI_Type_commit(&both);
  if (rank == 0)
    MPI_Send(MPI_BOTTOM, 1, both, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(MPI_BOTTOM, 1, both, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&both);
  free(a);
  free(b);
  MPI_Finalize();
  return 0;
}
