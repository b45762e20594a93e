// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The tags are received in the reverse order, but both sends are pending at once and completed later.
#include <mpi.h>

int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double x[3] = { 1, 2, 3 }, v[3] = { 4, 5, 6 };
  if (rank == 0) {
    MPI_Request q[2];
    MPI_Issend(x, 3, MPI_DOUBLE, 1, 'x', MPI_COMM_WORLD, &q[0]);
    MPI_Issend(v, 3, MPI_DOUBLE, 1, 'v', MPI_COMM_WORLD, &q[1]);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  } else {
    double a[3], b[3];
    MPI_Recv(a, 3, MPI_DOUBLE, 0, 'v', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(b, 3, MPI_DOUBLE, 0, 'x', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (a[0] != 4 || b[2] != 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
