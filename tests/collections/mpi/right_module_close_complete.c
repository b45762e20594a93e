// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The closing function frees everything the opening function made.
#include <mpi.h>

typedef struct
{
  MPI_Comm c;
  MPI_Datatype t;
  MPI_Request q[2];
  double out[2], in[2];
} link;
static void
link_open (link *l, int peer)
{
  MPI_Comm_dup (MPI_COMM_WORLD, &l->c);
  MPI_Type_contiguous (2, MPI_DOUBLE, &l->t);
  MPI_Type_commit (&l->t);
  MPI_Send_init (l->out, 1, l->t, peer, 0, l->c, &l->q[0]);
  MPI_Recv_init (l->in, 1, l->t, peer, 0, l->c, &l->q[1]);
}
static double
link_swap (link *l, double x)
{
  l->out[0] = l->out[1] = x;
  MPI_Startall (2, l->q);
  MPI_Waitall (2, l->q, MPI_STATUSES_IGNORE);
  return l->in[1];
}
static void
link_close (link *l)
{
  for (int k = 0; k < 2; k++)
    MPI_Request_free (&l->q[k]);
  MPI_Type_free (&l->t);
  MPI_Comm_free (&l->c);
}
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  link l;
  double s = 0;
  link_open (&l, 1 - rank);
  for (int k = 0; k < 3; k++)
    s += link_swap (&l, rank + k);
  link_close (&l);
  if (s != 3 * (1 - rank) + 3)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
