// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: MPI_Send:13, MPI_Send:19
// why: Worker and I/O process send each other a message in standard mode before each receives, while the manager only watches the barrier.
#include <stdio.h>
#include <mpi.h>

static void worker(void) {
  double res = 3.5;
  int slot;
  MPI_Send(&res, 1, MPI_DOUBLE, 2, 10, MPI_COMM_WORLD);
  MPI_Recv(&slot, 1, MPI_INT, 2, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void io(void) {
  double res;
  int slot = 4;
  MPI_Send(&slot, 1, MPI_INT, 1, 11, MPI_COMM_WORLD);
  MPI_Recv(&res, 1, MPI_DOUBLE, 1, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("slot %d: %g\n", slot, res);
}
int main(int argc, char **argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  if (self == 1)
    worker();
  else if (self == 2)
    io();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
