// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 2
// call: MPI_Psend_init:18, MPI_Precv_init:20
// why: Four partitions of three are sent to four partitions of two.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[12] = { 0 };
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (buf, 4, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (buf, 4, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  if (rank == 0)
    MPI_Pready_range (0, 3, q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
