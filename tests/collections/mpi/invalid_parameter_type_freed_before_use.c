// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Send:19, MPI_Recv:21
// why: The type handle was freed (and is MPI_DATATYPE_NULL) when the exchange uses it.
#include <mpi.h>

int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float a[6] = {0};
  MPI_Datatype t;
  MPI_Type_contiguous(6, MPI_FLOAT, &t);
  MPI_Type_commit(&t);
  MPI_Type_free(&t);
  if (rank == 0)
    MPI_Send(a, 1, t, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(a, 1, t, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
