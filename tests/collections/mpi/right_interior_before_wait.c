// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Only interior cells are computed while the ghost cell is under way.
#include <mpi.h>

#define N 6
int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double u[N + 1], v[N];
  MPI_Request q[2];
  int p = 1 - rank;
  for (int i = 0; i <= N; i++)
    u[i] = i + 10 * rank;
  MPI_Irecv(&u[N], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Isend(&u[0], 1, MPI_DOUBLE, p, 0, MPI_COMM_WORLD, &q[1]);
  for (int i = 0; i < N - 1; i++)
    v[i] = u[i] + u[i + 1];
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  v[N - 1] = u[N - 1] + u[N];
  if (v[N - 1] != 5 + 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
