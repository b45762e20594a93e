// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 4
// call: MPI_Irecv:21, MPI_Waitsome:22
// why: A single MPI_Waitsome need not complete all three receives, the rest is never completed.
#include <stdio.h>
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  if (self == 0)
    {
      MPI_Request q[3];
      int v[3] = { 0 }, idx[3], n, sum = 0;
      for (int c = 0; c < 3; c++)
        MPI_Irecv (&v[c], 1, MPI_INT, c + 1, 0, MPI_COMM_WORLD, &q[c]);
      MPI_Waitsome (3, q, &n, idx, MPI_STATUSES_IGNORE);
      for (int k = 0; k < n; k++)
        sum += v[idx[k]];
      printf ("%d\n", sum);
    }
  else
    MPI_Send (&self, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
