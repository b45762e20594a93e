// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The origin and the target describe the same two integers by different types.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int counters[4] = {3 * me, 3 * me + 1, 3 * me + 2, 0};
  int copy[2] = {0};
  MPI_Datatype spread;
  MPI_Type_vector(2, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  MPI_Win_create(counters, sizeof counters, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (me == 0)
    MPI_Get(copy, 2, MPI_INT, 1, 0, 1, spread, w);
  MPI_Win_fence(0, w);
  if (me == 0)
    printf("%d %d\n", copy[0], copy[1]);
  MPI_Win_free(&w);
  MPI_Type_free(&spread);
  MPI_Finalize();
  return 0;
}
