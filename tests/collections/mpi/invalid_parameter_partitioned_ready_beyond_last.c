// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Pready:22
// why: The loop also marks partition 4 of a send with four partitions.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[4] = { 0 };
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      for (int p = 0; p <= 4; p++)
        MPI_Pready (p, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (buf, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
