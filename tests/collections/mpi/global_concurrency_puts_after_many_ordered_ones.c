// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:37
// why: After two hundred puts that barriers order, ranks 1 and 2 put to the same element with nothing between them.
#include <mpi.h>

enum { STEPS = 200 };

int
main (int argc, char **argv)
{
  int rank, *memory;
  MPI_Win window;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Win_allocate (sizeof (int), sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all (0, window);
  *memory = 0;
  MPI_Win_sync (window);
  MPI_Barrier (MPI_COMM_WORLD);
  for (int step = 0; step < STEPS; step++)
    {
      if (rank == 1 + step % 2)
        {
          MPI_Put (&step, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
          MPI_Win_flush (0, window);
        }
      MPI_Barrier (MPI_COMM_WORLD);
    }
  if (rank != 0)
    {
      /* Both ranks are here at once. */
      int value = rank;

      MPI_Put (&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
      MPI_Win_flush (0, window);
    }
  MPI_Win_unlock_all (window);
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
