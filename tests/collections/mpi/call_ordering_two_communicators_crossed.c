// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 4
// call: MPI_Allreduce:20, MPI_Allreduce:25
// why: Process 3 reduces over the duplicate first, the others over MPI_COMM_WORLD first.
#include <mpi.h>

int
main (void)
{
  int myid;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  MPI_Comm twin;
  long a = myid, b = myid * myid, x = 0, y = 0;
  MPI_Comm_dup (MPI_COMM_WORLD, &twin);
  if (myid == 3)
    {
      MPI_Allreduce (&b, &y, 1, MPI_LONG, MPI_SUM, twin);
      MPI_Allreduce (&a, &x, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Allreduce (&a, &x, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
      MPI_Allreduce (&b, &y, 1, MPI_LONG, MPI_SUM, twin);
    }
  MPI_Comm_free (&twin);
  MPI_Finalize ();
  return 0;
}
