// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 3
// call: MPI_Irecv:18, MPI_Irecv:19
// why: MPI_Waitany completes one of the two receives; the other is abandoned.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int x[2] = {0, 0};
  if (self == 0) {
    MPI_Request q[2];
    int i;
    MPI_Irecv(&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Irecv(&x[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &q[1]);
    MPI_Waitany(2, q, &i, MPI_STATUS_IGNORE);
    printf("%d\n", x[i] > 0);
  } else
    MPI_Send(&self, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
