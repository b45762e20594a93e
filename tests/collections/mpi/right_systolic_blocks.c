// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The product reads the block being sent (allowed) and the swap follows the completion.
#include <mpi.h>

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
  int rank, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  double mem[2][B], w[B] = { 1, 1, 1 }, *cur = mem[0], *nxt = mem[1], sum = 0;
  for (int i = 0; i < B; i++)
    cur[i] = rank + 1;
  for (int s = 0; s < size; s++)
    {
      MPI_Request q[2];
      MPI_Irecv (nxt, B, MPI_DOUBLE, (rank + 1) % size, s, MPI_COMM_WORLD, &q[0]);
      MPI_Isend (cur, B, MPI_DOUBLE, (rank + size - 1) % size, s, MPI_COMM_WORLD, &q[1]);
      sum += dot (w, cur);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      double *t = cur;
      cur = nxt;
      nxt = t;
    }
  if (sum != B * 6)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
