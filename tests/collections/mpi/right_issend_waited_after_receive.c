// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The synchronous sends are waited for only after the receives, so both complete.
#include <mpi.h>

int
main (void)
{
  int my_rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int out[16], in[16];
  MPI_Request r;
  for (int i = 0; i < 16; i++)
    out[i] = my_rank * 100 + i;
  MPI_Issend (out, 16, MPI_INT, 1 - my_rank, 0, MPI_COMM_WORLD, &r);
  MPI_Recv (in, 16, MPI_INT, 1 - my_rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  if (in[0] != (1 - my_rank) * 100)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
