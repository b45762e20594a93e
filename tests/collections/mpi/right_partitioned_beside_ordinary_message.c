// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The ordinary receive with the same tag takes the ordinary message, never the partitioned one.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 0, 0 }, word = 0;
  MPI_Request q;
  if (rank == 0)
    {
      buf[0] = 21;
      buf[1] = 22;
      word = 50;
      MPI_Psend_init (buf, 2, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready_range (0, 1, q);
      MPI_Send (&word, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Precv_init (buf, 2, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Recv (&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Start (&q);
    }
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  if (word != 50 || buf[0] != 21 || buf[1] != 22)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
