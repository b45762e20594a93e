// verdict: wrong
// class: resource_leak
// also: request_lifecycle
// nodes: 2
// call: MPI_Send_init:18, MPI_Recv_init:19
// why: The persistent requests are completed in each step but never freed.
#include <mpi.h>
#include <stdio.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double a = rank, b;
  MPI_Request q[2];
  MPI_Send_init(&a, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Recv_init(&b, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &q[1]);
  for (int s = 0; s < 3; s++) {
    MPI_Startall(2, q);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    a = b + 1;
  }
  printf("%g\n", a);
  MPI_Finalize();
  return 0;
}
