// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Rumour messages are counted; everybody knows by a reduce-scatter how many to receive from anybody.
#include <mpi.h>

int main(int argc, char** argv) {
  int self, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  int to[4] = {0}, expect;
  MPI_Request q[2];
  int x = self;
  to[(self + 1) % np]++;
  to[(self * self + 2) % np]++;
  MPI_Reduce_scatter_block(to, &expect, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Isend(&x, 1, MPI_INT, (self + 1) % np, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Isend(&x, 1, MPI_INT, (self * self + 2) % np, 0, MPI_COMM_WORLD, &q[1]);
  int sum = 0, all, v;
  for (int k = 0; k < expect; k++) {
    MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += v;
  }
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (all != 12)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
