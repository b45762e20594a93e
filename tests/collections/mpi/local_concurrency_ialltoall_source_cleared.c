// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Ialltoall:19
// why: The counters are cleared for the next interval while the nonblocking all-to-all still reads them.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int
main (void)
{
  int myid;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  int cnt[2] = { myid + 1, myid + 2 }, in[2];
  MPI_Request r;
  MPI_Ialltoall (cnt, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &r);
  memset (cnt, 0, sizeof cnt);
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  printf ("%d\n", in[0]);
  MPI_Finalize ();
  return 0;
}
