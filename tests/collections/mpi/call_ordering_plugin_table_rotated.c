// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 3
// call: MPI_Allreduce:14, MPI_Bcast:19, MPI_Barrier:24
// why: Every process runs the same three collective steps, but starts the table at its own rank.
#include <mpi.h>
#include <stdio.h>

static int val, sum, top;
static void
total (void)
{
  MPI_Allreduce (&val, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
static void
share (void)
{
  MPI_Bcast (&top, 1, MPI_INT, 0, MPI_COMM_WORLD);
}
static void
meet (void)
{
  MPI_Barrier (MPI_COMM_WORLD);
}
static void (*const steps[]) (void) = { total, share, meet };
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  val = rank;
  top = rank == 0 ? 5 : 0;
  for (int k = 0; k < 3; k++)
    steps[(k + rank) % 3]();
  printf ("%d %d\n", sum, top);
  MPI_Finalize ();
  return 0;
}
