// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Ghost cells are exchanged only with existing neighbours.
#include <mpi.h>

#define N 8
int main(void) {
  int self, size;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double u[N + 2];
  MPI_Request q[4];
  int n = 0;
  for (int i = 0; i < N + 2; i++)
    u[i] = self;
  if (self > 0) {
    MPI_Irecv(&u[0], 1, MPI_DOUBLE, self - 1, 1, MPI_COMM_WORLD, &q[n++]);
    MPI_Isend(&u[1], 1, MPI_DOUBLE, self - 1, 2, MPI_COMM_WORLD, &q[n++]);
  }
  if (self < size - 1) {
    MPI_Irecv(&u[N + 1], 1, MPI_DOUBLE, self + 1, 2, MPI_COMM_WORLD, &q[n++]);
    MPI_Isend(&u[N], 1, MPI_DOUBLE, self + 1, 1, MPI_COMM_WORLD, &q[n++]);
  }
  MPI_Waitall(n, q, MPI_STATUSES_IGNORE);
  if (self > 0 && u[0] != self - 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (self < size - 1 && u[N + 1] != self + 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
