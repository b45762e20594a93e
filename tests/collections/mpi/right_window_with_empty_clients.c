// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Clients take part in the window creation with size zero.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank, np;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size (MPI_COMM_WORLD, &np);
  int store[4] = { 0 }, one = 1;
  MPI_Win w;
  int client = my_rank == np - 1;
  MPI_Win_create (client ? NULL : store, client ? 0 : (MPI_Aint)sizeof store, sizeof (int),
                  MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  if (client)
    for (int s = 0; s < np - 1; s++)
      MPI_Put (&one, 1, MPI_INT, s, s, 1, MPI_INT, w);
  MPI_Win_fence (0, w);
  if (!client && store[my_rank] != 1)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
