// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Wait:30
// why: The monitor starts its persistent receive four times but only three readings are sent.
#include <mpi.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int v = 0;
  if (my_rank == 0)
    {
      for (int i = 0; i < 3; i++)
        MPI_Send (&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Request r;
      int sum = 0;
      MPI_Recv_init (&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
      for (int i = 0; i <= 3; i++)
        {
          MPI_Start (&r);
          MPI_Wait (&r, MPI_STATUS_IGNORE);
          sum += v;
        }
      MPI_Request_free (&r);
      printf ("%d\n", sum);
    }
  MPI_Finalize ();
  return 0;
}
