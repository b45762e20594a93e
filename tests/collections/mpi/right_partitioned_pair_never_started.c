// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both sides initialize and free the pair without ever starting it.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[3] = { 7, 8, 9 };
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (buf, 3, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (buf, 3, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Request_free (&q);
  if (buf[0] != 7 || buf[2] != 9)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
