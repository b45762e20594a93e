// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Put:24
// why: The access epoch covers process 1, the put goes to process 2.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int x = 0, v = 6, one = 1, zero = 0;
  MPI_Win w;
  MPI_Group all, g;
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Win_create (&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (my_rank == 0)
    {
      MPI_Group_incl (all, 1, &one, &g);
      MPI_Win_start (g, 0, w);
      MPI_Put (&v, 1, MPI_INT, 2, 0, 1, MPI_INT, w);
      MPI_Win_complete (w);
      MPI_Group_free (&g);
    }
  else if (my_rank == 1)
    {
      MPI_Group_incl (all, 1, &zero, &g);
      MPI_Win_post (g, 0, w);
      MPI_Win_wait (w);
      MPI_Group_free (&g);
    }
  MPI_Win_free (&w);
  MPI_Group_free (&all);
  MPI_Finalize ();
  return 0;
}
