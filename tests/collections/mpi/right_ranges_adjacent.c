// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Ranges of four at distance four do not overlap.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  int all[12] = { 0 }, mine[4] = { me, me, me, me };
  MPI_Win w;
  MPI_Win_create (all, sizeof all, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  MPI_Put (mine, 4, MPI_INT, 0, 4 * me, 4, MPI_INT, w);
  MPI_Win_fence (0, w);
  if (me == 0)
    for (int i = 0; i < 12; i++)
      if (all[i] != i / 4)
        MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
