// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Process 0 gets an int from everyone, process 1 a double; both sides agree on the types.
#include <stddef.h>
#include <mpi.h>

struct pair
{
  int i;
  double d;
};

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  struct pair out = { 0, 0 };
  int ints[2] = { 0 }, one[2] = { 1, 1 }, sat[2] = { offsetof (struct pair, i), offsetof (struct pair, d) };
  double doubles[2] = { 0 };
  int width = rank == 0 ? sizeof (int) : sizeof (double);
  int rat[2] = { 0, width };
  MPI_Datatype own = rank == 0 ? MPI_INT : MPI_DOUBLE;
  MPI_Datatype st[2] = { MPI_INT, MPI_DOUBLE }, rt[2] = { own, own };
  void *in = rank == 0 ? (void *) ints : (void *) doubles;
  MPI_Request q;
  MPI_Alltoallw_init (&out, one, sat, st, in, one, rat, rt, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 3; round++)
    {
      out.i = 100 * rank + round;
      out.d = rank + 0.5 * round;
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      for (int k = 0; k < 2; k++)
        if (rank == 0 ? ints[k] != 100 * k + round : doubles[k] != k + 0.5 * round)
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
