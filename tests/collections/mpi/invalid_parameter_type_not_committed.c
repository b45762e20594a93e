// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Send:17, MPI_Recv:19
// why: The vector type is used for communication without MPI_Type_commit.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int m[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  MPI_Datatype col;
  MPI_Type_vector(3, 1, 3, MPI_INT, &col);
  if (rank == 0)
    MPI_Send(m, 1, col, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(m, 1, col, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&col);
  MPI_Finalize();
  return 0;
}
