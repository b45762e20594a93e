// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Uneven but common receive counts.
#include <mpi.h>

int
main(void)
{
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int v[4] = { 1, 2, 3, 4 }, r[3] = { 0 }, c[2] = { 1, 3 };
  MPI_Reduce_scatter(v, r, c, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0 ? r[0] != 2 : r[2] != 8)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
