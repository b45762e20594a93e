// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Pairwise rounds with Sendrecv; partners agree by exclusive or.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank, nprocs;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size (MPI_COMM_WORLD, &nprocs);
  int in, sum = 0;
  for (int r = 1; r < nprocs; r++)
    {
      int p = my_rank ^ r;
      MPI_Sendrecv (&my_rank, 1, MPI_INT, p, r, &in, 1, MPI_INT, p, r, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE);
      if (in != p)
        MPI_Abort (MPI_COMM_WORLD, 1);
      sum += in;
    }
  if (sum != 6 - my_rank)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
