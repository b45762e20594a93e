// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer is filled before each start.
#include <mpi.h>

int
main (void)
{
  int myid;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  int v = 0;
  MPI_Request r;
  if (myid == 0)
    {
      MPI_Send_init (&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
      for (int i = 1; i <= 3; i++)
        {
          v = i * i;
          MPI_Start (&r);
          MPI_Wait (&r, MPI_STATUS_IGNORE);
        }
      MPI_Request_free (&r);
    }
  else
    for (int i = 1; i <= 3; i++)
      {
        MPI_Recv (&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (v != i * i)
          MPI_Abort (MPI_COMM_WORLD, 1);
      }
  MPI_Finalize ();
  return 0;
}
