// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Recv:15, MPI_Bcast:17
// why: The root waits for a report from each other process, but the last one sends none; all others are in MPI_Bcast.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, size, report = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 1; me == 0 && i < size; ++i)
    MPI_Recv(&report, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (me > 0 && me < size - 1) MPI_Send(&me, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  MPI_Bcast(&report, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
