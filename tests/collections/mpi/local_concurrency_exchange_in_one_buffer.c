// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Irecv:17, MPI_Isend:18
// why: The pending send reads the buffer into which the pending receive writes.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int self;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  double b[4] = {self, self, self, self};
  MPI_Request q[2];
  MPI_Irecv(b, 4, MPI_DOUBLE, 1 - self, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Isend(b, 4, MPI_DOUBLE, 1 - self, 0, MPI_COMM_WORLD, &q[1]);
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  printf("%g\n", b[0]);
  MPI_Finalize();
  return 0;
}
