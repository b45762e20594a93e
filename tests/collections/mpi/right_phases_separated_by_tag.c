// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each phase has its own tag.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, world;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &world);
  if (rank == 0)
    {
      for (int phase = 1; phase <= 2; phase++)
        {
          int sum = 0, v;
          for (int k = 1; k < world; k++)
            {
              MPI_Recv (&v, 1, MPI_INT, MPI_ANY_SOURCE, phase, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE);
              sum += v;
            }
          if (sum != phase * 2)
            MPI_Abort (MPI_COMM_WORLD, 1);
        }
    }
  else
    for (int phase = 1; phase <= 2; phase++)
      MPI_Send (&phase, 1, MPI_INT, 0, phase, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
