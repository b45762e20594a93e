// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A binary tree sum in which each level's senders and receivers agree.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank, world;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size (MPI_COMM_WORLD, &world);
  int sum = my_rank + 1;
  for (int step = 1; step < world; step *= 2)
    {
      if (my_rank % (2 * step))
        {
          MPI_Ssend (&sum, 1, MPI_INT, my_rank - step, step, MPI_COMM_WORLD);
          break;
        }
      if (my_rank + step < world)
        {
          int child;
          MPI_Recv (&child, 1, MPI_INT, my_rank + step, step, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE);
          sum += child;
        }
    }
  if (my_rank == 0 && sum != world * (world + 1) / 2)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
