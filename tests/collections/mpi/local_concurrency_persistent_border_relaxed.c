// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Send_init:21, MPI_Startall:23
// why: The half-sweep updates the border cell while the persistent send of it is active.
#include <mpi.h>

#define N 6
int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double u[N + 2];
  MPI_Request q[2];
  int p = 1 - rank;
  for (int i = 0; i < N + 2; i++)
    u[i] = rank;
  int gi = rank == 0 ? N + 1 : 0, bi = rank == 0 ? N : 1;
  MPI_Recv_init(&u[gi], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Send_init(&u[bi], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[1]);
  for (int s = 0; s < 4; s++) {
    MPI_Startall(2, q);
    for (int i = 2; i < N; i++)
      u[i] = .5 * (u[i - 1] + u[i + 1]);
    u[bi] *= .9;
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  }
  for (int k = 0; k < 2; k++)
    MPI_Request_free(&q[k]);
  MPI_Finalize();
  return 0;
}
