// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Recv:13, MPI_Barrier:14
// why: Nobody sends what process 0 receives; that the other one waits in a barrier meanwhile is no wrong order of calls.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, start = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) MPI_Recv(&start, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
