// verdict: wrong
// class: resource_leak
// also: none
// nodes: 4
// call: MPI_Comm_split:21
// why: Recursive halving frees only the last of the communicators it creates.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int ranks;
  MPI_Init (&argc, &argv);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  MPI_Comm cur = MPI_COMM_WORLD, next = MPI_COMM_NULL;
  int n = ranks;
  while (n > 1)
    {
      int r;
      MPI_Comm_rank (cur, &r);
      MPI_Comm_split (cur, r < n / 2, r, &next);
      cur = next;
      MPI_Comm_size (cur, &n);
    }
  MPI_Comm_free (&cur);
  MPI_Finalize ();
  return 0;
}
