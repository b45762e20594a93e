// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Irecv:22
// why: The stencil uses the ghost cell before the receive is completed.
#include <mpi.h>
#include <stdio.h>

#define N 6
int
main(int argc, char** argv)
{
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  double u[N + 1], v[N];
  MPI_Request q[2];
  int p = 1 - self;
  for (int i = 0; i <= N; i++)
    u[i] = i;
  MPI_Irecv(&u[N], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Isend(&u[0], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[1]);
  for (int i = 0; i < N; i++)
    v[i] = u[i] + u[i + 1];
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  printf("%g\n", v[N - 1]);
  MPI_Finalize();
  return 0;
}
