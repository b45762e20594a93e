// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The go-ahead is received before both processes meet in the barrier.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int self;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int go = 0;
  if (self == 0) {
    go = 1;
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!go)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
