// verdict: wrong
// class: request_lifecycle
// also: local_concurrency
// nodes: 2
// call: MPI_Request_free:21
// why: The active receive request is freed, so nobody can know when the data has arrived, yet it is read.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int v = 0;
  MPI_Request r;
  if (self == 0) {
    v = 4;
    MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    printf("%d\n", v + 1);
  }
  MPI_Finalize();
  return 0;
}
