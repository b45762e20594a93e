// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Several nonblocking collectives of different kinds are pending at once, started in one order.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  int a = me + 1, sc = 0, g[3] = { 0 }, ag[3], out[3], in[3], part = 0, src[3] = { 5, 6, 7 };
  MPI_Request q[5];
  for (int p = 0; p < 3; p++)
    out[p] = 10 * me + p;
  MPI_Iscan (&a, &sc, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &q[0]);
  MPI_Igather (&a, 1, MPI_INT, g, 1, MPI_INT, 2, MPI_COMM_WORLD, &q[1]);
  MPI_Iallgather (&a, 1, MPI_INT, ag, 1, MPI_INT, MPI_COMM_WORLD, &q[2]);
  MPI_Ialltoall (out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &q[3]);
  MPI_Iscatter (src, 1, MPI_INT, &part, 1, MPI_INT, 0, MPI_COMM_WORLD, &q[4]);
  MPI_Waitall (5, q, MPI_STATUSES_IGNORE);
  if (sc != (me + 1) * (me + 2) / 2 || ag[2] != 3 || in[2] != 20 + me || part != 5 + me)
    MPI_Abort (MPI_COMM_WORLD, 1);
  if (me == 2 && (g[0] != 1 || g[2] != 3))
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
