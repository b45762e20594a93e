// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Recv:26
// why: The receive buffer is allocated with n bytes, n ints are received.
#include <mpi.h>
#include <stdlib.h>

int
main (void)
{
  int me;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  int n = 256;
  if (me == 0)
    {
      int *a = calloc (n, sizeof (int));
      MPI_Send (a, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
      free (a);
    }
  else
    {
      int *b = malloc (n);
      MPI_Recv (b, n, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      free (b);
    }
  MPI_Finalize ();
  return 0;
}
