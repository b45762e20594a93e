// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Win_post:22, MPI_Win_free:30
// why: The exposure epoch is never ended by MPI_Win_wait or a successful MPI_Win_test.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int x = 0, v = 1, peer = 1 - self;
  MPI_Win w;
  MPI_Group all, g;
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Group_incl (all, 1, &peer, &g);
  MPI_Win_create (&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (self == 1)
    MPI_Win_post (g, 0, w);
  else
    {
      MPI_Win_start (g, 0, w);
      MPI_Put (&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
      MPI_Win_complete (w);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_free (&w);
  MPI_Group_free (&g);
  MPI_Group_free (&all);
  MPI_Finalize ();
  return 0;
}
