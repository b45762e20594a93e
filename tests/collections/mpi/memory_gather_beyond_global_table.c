// verdict: wrong
// class: memory
// also: none
// nodes: 4
// call: MPI_Gather:15
// why: The global table has places for three processes, and there are four.
#include <mpi.h>
int table[3];
int
main (int argc, char **argv)
{
  int me, sum = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Gather (&me, 1, MPI_INT, table, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (me == 0)
    {
      for (int i = 0; i < 3; i++)
        sum += table[i];
      if (sum < 3)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return 0;
}
