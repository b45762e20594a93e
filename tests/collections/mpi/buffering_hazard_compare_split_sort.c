// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Send:20
// why: Both halves of the compare-split step send their keys before receiving.
#include <mpi.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int k[8];
  for (int i = 0; i < 4; i++)
    k[i] = (i * 7 + me * 3) % 10;
  MPI_Send(k, 4, MPI_INT, 1 - me, 0, MPI_COMM_WORLD);
  MPI_Recv(k + 4, 4, MPI_INT, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  qsort(k, 8, sizeof(int), cmp);
  int *part = me == 0 ? k : k + 4;
  if (part[0] > part[3])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
