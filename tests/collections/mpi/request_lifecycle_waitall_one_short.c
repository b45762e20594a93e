// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Isend:21
// why: Four requests are pending but MPI_Waitall gets three.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int a[2] = { rank, rank }, b[2];
  MPI_Request q[4];
  int p = 1 - rank;
  MPI_Irecv (&b[0], 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv (&b[1], 1, MPI_INT, p, 1, MPI_COMM_WORLD, &q[1]);
  MPI_Isend (&a[0], 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[2]);
  MPI_Isend (&a[1], 1, MPI_INT, p, 1, MPI_COMM_WORLD, &q[3]);
  MPI_Waitall (3, q, MPI_STATUSES_IGNORE);
  if (b[1] != p)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
