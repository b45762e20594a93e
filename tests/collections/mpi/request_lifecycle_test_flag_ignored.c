// verdict: wrong
// class: request_lifecycle
// also: local_concurrency, resource_leak
// nodes: 2
// call: MPI_Irecv:20, MPI_Test:21
// why: A single MPI_Test whose flag is ignored does not complete the receive.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int n = 0, flag;
  MPI_Request r;
  if (me == 0) {
    n = 6;
    MPI_Ssend(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    printf("%d\n", n);
  }
  MPI_Finalize();
  return 0;
}
