// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Get:20
// why: The get takes two integers out of the window as floats: as long, but of another type.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int counters[4] = {3 * me, 3 * me + 1, 3 * me + 2, 0};
  float copy[2] = {0};
  MPI_Win_create(counters, sizeof counters, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (me == 0)
    MPI_Get(copy, 2, MPI_FLOAT, 1, 0, 2, MPI_INT, w);
  MPI_Win_fence(0, w);
  if (me == 0)
    printf("%g %g\n", copy[0], copy[1]);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
