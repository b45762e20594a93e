// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The log line is conditional but the barrier is reached by all.
#include <mpi.h>
#include <stdio.h>

static int
entries (int myid)
{
  return myid * 2;
}
int
main (int argc, char **argv)
{
  int myid;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  int n = entries (myid);
  if (n > 2)
    printf ("process %d has %d entries\n", myid, n);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
