// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Ibarrier:17, MPI_Barrier:20
// why: A blocking barrier never matches a nonblocking one.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  if (self == 0) {
    MPI_Request r;
    MPI_Ibarrier(MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
