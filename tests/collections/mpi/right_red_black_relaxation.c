// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Red and black half-sweeps with their own ghost exchange by persistent requests.
#include <mpi.h>

#define N 6
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double u[N + 2];
  MPI_Request q[2];
  int p = 1 - rank;
  for (int i = 0; i < N + 2; i++)
    u[i] = 0;
  if (rank == 0)
    u[0] = 1;
  int gi = rank == 0 ? N + 1 : 0, bi = rank == 0 ? N : 1;
  MPI_Recv_init(&u[gi], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Send_init(&u[bi], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[1]);
  for (int s = 0; s < 40; s++) {
    MPI_Startall(2, q);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    for (int i = 1; i <= N; i++)
      if ((i + s) % 2)
        u[i] = .5 * (u[i - 1] + u[i + 1]);
  }
  for (int k = 0; k < 2; k++)
    MPI_Request_free(&q[k]);
  if (u[1] <= u[N] || u[1] > 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
