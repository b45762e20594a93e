// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Bcast:15, MPI_Recv:12
// why: Process 1 receives before the broadcast what process 0 sends behind it: the root of a broadcast may have to wait.
#include <mpi.h>
int main(int argc, char** argv) {
  int me, a = 1, b = 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 1) MPI_Recv(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

  /* The broadcast only has to wait for its root. */
  MPI_Bcast(&b, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (me == 0) MPI_Send(&a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
