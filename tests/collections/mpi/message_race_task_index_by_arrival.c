// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: MPI_Recv:21
// why: Results are stored under the next task index in the order of arrival instead of the index they belong to.
#include <mpi.h>
#include <stdio.h>

static int f(int n) {
  return n * n + 1;
}
int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int res[9];
  if (me == 0) {
    for (int t = 0; t < 9; t++)
      MPI_Recv(&res[t], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int t = 0; t < 9; t++)
      if (res[t] != f(t)) {
        fprintf(stderr, "task %d wrong\n", t);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
  } else
    for (int t = me - 1; t < 9; t += size - 1) {
      int r = f(t);
      MPI_Send(&r, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  MPI_Finalize();
  return 0;
}
