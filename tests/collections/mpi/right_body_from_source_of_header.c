// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The body is received from the source of its header.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int len, body;
  if (rank == 0) {
    for (int k = 1; k < size; k++) {
      MPI_Status st;
      MPI_Recv(&len, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &st);
      MPI_Recv(&body, 1, MPI_INT, st.MPI_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (body != 100 * len)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  } else {
    body = 100 * rank;
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(&body, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
