// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Isend:19
// why: The send buffer is overwritten before the nonblocking send completed.
#include <stdio.h>
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int v = 10;
  MPI_Request r;
  if (rank == 0) {
    MPI_Isend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    v = 20;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", v);
  }
  MPI_Finalize();
  return 0;
}
