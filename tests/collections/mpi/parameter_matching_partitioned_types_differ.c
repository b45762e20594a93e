// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Psend_init:19, MPI_Precv_init:21
// why: Floats are sent in partitions and received as ints.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  float f[4] = { 1, 2, 3, 4 };
  int i[4] = { 0 };
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (f, 4, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (i, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  if (rank == 0)
    MPI_Pready_range (0, 3, q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
