// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Send:18
// why: Process 0 passes its row to the process one grid row above, rank -5, without an edge test.
#include <mpi.h>

#define PER_ROW 5
int main(int argc, char** argv) {
  int me, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  double b = me, g = 0;
  int up = me - PER_ROW, down = me + PER_ROW;
  if (me == 0)
    MPI_Send(&b, 1, MPI_DOUBLE, up, 0, MPI_COMM_WORLD);
  if (down < np)
    MPI_Recv(&g, 1, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
