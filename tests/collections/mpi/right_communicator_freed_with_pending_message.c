// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Freeing a communicator with a pending operation is allowed; the operation completes.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm c;
  int a = rank, b = -1;
  MPI_Request q[2];
  MPI_Comm_dup (MPI_COMM_WORLD, &c);
  MPI_Irecv (&b, 1, MPI_INT, 1 - rank, 0, c, &q[0]);
  MPI_Isend (&a, 1, MPI_INT, 1 - rank, 0, c, &q[1]);
  MPI_Comm_free (&c);
  MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
  if (b != 1 - rank)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
