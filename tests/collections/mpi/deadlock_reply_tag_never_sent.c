// verdict: wrong
// class: deadlock
// also: parameter_matching
// nodes: 2
// call: MPI_Recv:20
// why: The client waits for a reply with tag 12 but the server only ever answers with tag 21.
#include <stdio.h>
#include <mpi.h>

enum
{
  ASK = 11,
  REPLY = 12
};
static void
client (void)
{
  int q = 5, a = 0;
  MPI_Send (&q, 1, MPI_INT, 1, ASK, MPI_COMM_WORLD);
  MPI_Recv (&a, 1, MPI_INT, 1, REPLY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf ("answer %d\n", a);
}
static void
server (void)
{
  int q;
  MPI_Recv (&q, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  q = q * q;
  MPI_Send (&q, 1, MPI_INT, 0, 21, MPI_COMM_WORLD);
}
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    client ();
  else
    server ();
  MPI_Finalize ();
  return 0;
}
