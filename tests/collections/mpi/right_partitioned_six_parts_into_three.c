// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Six partitions of two are received as three partitions of four: the total is the same.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  double buf[12];
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (buf, 6, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (buf, 3, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int i = 0; i < 12; i++)
    buf[i] = rank == 0 ? 0.5 * i : -1;
  MPI_Start (&q);
  if (rank == 0)
    MPI_Pready_range (0, 5, q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  for (int i = 0; i < 12; i++)
    if (buf[i] != 0.5 * i)
      MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
