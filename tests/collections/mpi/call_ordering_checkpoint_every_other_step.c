// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Gather:16, MPI_Allreduce:17
// why: The checkpoint step is derived from a local step counter that started at the rank, so processes gather in different steps.
#include <mpi.h>

int main(int argc, char **argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int data = self, all[2], step = self, sum;
  for (int t = 0; t < 4; t++, step++) {
    if (step % 2 == 0)
      MPI_Gather(&data, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    data += sum;
  }
  MPI_Finalize();
  return 0;
}
