// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Rget:21
// why: The buffer of the request-based get is summed before the request is completed.
#include <stdio.h>
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int t[3] = { 1, 2, 3 }, g[3] = { 0 }, s = 0;
  MPI_Win w;
  MPI_Request r;
  MPI_Win_create (t, sizeof t, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all (0, w);
  MPI_Rget (g, 3, MPI_INT, 1 - self, 0, 3, MPI_INT, w, &r);
  for (int i = 0; i < 3; i++)
    s += g[i];
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all (w);
  MPI_Win_free (&w);
  printf ("%d\n", s);
  MPI_Finalize ();
  return 0;
}
