// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Probe:23
// why: The reader probes for a header (tag 100) which the writer never sends.
#include <stdlib.h>
#include <mpi.h>

int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  char text[] = "payload without header";
  if (me == 1)
    MPI_Send (text, (int)sizeof text, MPI_CHAR, 0, 101, MPI_COMM_WORLD);
  else
    {
      MPI_Status st;
      int n;
      MPI_Probe (1, 100, MPI_COMM_WORLD, &st);
      MPI_Get_count (&st, MPI_CHAR, &n);
      char *b = malloc (n);
      MPI_Recv (b, n, MPI_CHAR, 1, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      free (b);
    }
  MPI_Finalize ();
  return 0;
}
