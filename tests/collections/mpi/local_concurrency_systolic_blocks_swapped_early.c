// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Irecv:32
// why: The block pointers are swapped before the exchange is completed, so the product reads the block that is still being received.
#include <mpi.h>
#include <stdio.h>

#define B 3
static double
dot (const double *a, const double *b)
{
  double s = 0;
  for (int i = 0; i < B; i++)
    s += a[i] * b[i];
  return s;
}
int
main (int argc, char **argv)
{
  int self, nprocs;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  MPI_Comm_size (MPI_COMM_WORLD, &nprocs);
  double mem[2][B], w[B] = { 1, 1, 1 }, *cur = mem[0], *nxt = mem[1], sum = 0;
  for (int i = 0; i < B; i++)
    cur[i] = self + 1;
  for (int s = 0; s < nprocs; s++)
    {
      MPI_Request q[2];
      MPI_Irecv (nxt, B, MPI_DOUBLE, (self + 1) % nprocs, s, MPI_COMM_WORLD, &q[0]);
      MPI_Isend (cur, B, MPI_DOUBLE, (self + nprocs - 1) % nprocs, s, MPI_COMM_WORLD, &q[1]);
      double *t = cur;
      cur = nxt;
      nxt = t;
      sum += dot (w, cur);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
    }
  printf ("%g\n", sum);
  MPI_Finalize ();
  return 0;
}
