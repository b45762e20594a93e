// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: MPI_Waitany is called until every receive is done.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x[2] = { 0, 0 };
  if (rank == 0) {
    MPI_Request q[2];
    int i, s = 0;
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Irecv(&x[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &q[1]);
    for (int k = 0; k < 2; k++) {
      MPI_Waitany(2, q, &i, MPI_STATUS_IGNORE);
      s += x[i];
    }
    MPI_Waitany(2, q, &i, MPI_STATUS_IGNORE);
    if (i != MPI_UNDEFINED || s != 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
