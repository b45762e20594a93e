// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Test is repeated until it reports completion.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int n = 0, flag = 0;
  MPI_Request r;
  if (myid == 0) {
    n = 6;
    MPI_Ssend(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    do
      MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    while (!flag);
    if (n != 6)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
