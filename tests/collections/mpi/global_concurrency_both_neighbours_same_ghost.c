// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:25, MPI_Put:27
// why: Both neighbours put their border into ghost cell 0 of the middle process because the right side's displacement is forgotten.
#include <stdio.h>
#include <mpi.h>

#define N 4
int
main (int argc, char **argv)
{
  int me, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  double u[N + 2];
  MPI_Win w;
  for (int i = 0; i < N + 2; i++)
    u[i] = me;
  MPI_Win_create (u, sizeof u, sizeof (double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  if (me < size - 1)
    MPI_Put (&u[N], 1, MPI_DOUBLE, me + 1, 0, 1, MPI_DOUBLE, w);
  if (me > 0)
    MPI_Put (&u[1], 1, MPI_DOUBLE, me - 1, 0, 1, MPI_DOUBLE, w);
  MPI_Win_fence (0, w);
  double s = 0;
  for (int i = 0; i < N + 2; i++)
    s += u[i];
  printf ("%d: %g\n", me, s);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
