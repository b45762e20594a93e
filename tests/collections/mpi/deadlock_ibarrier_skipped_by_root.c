// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: MPI_Wait:20
// why: Process 0 never calls MPI_Ibarrier, so the others wait for it forever.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Request r;
  int work = 0;
  if (self != 0) {
    MPI_Ibarrier(MPI_COMM_WORLD, &r);
    for (int i = 0; i < 1000; i++)
      work += i % 7;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  printf("%d: %d\n", self, work);
  MPI_Finalize();
  return 0;
}
