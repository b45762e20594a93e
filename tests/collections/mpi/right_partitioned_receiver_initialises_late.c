// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Initialization, start and marking ready are local: the receiver may come later.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 0, 0 };
  MPI_Request q;
  if (rank == 0)
    {
      buf[0] = 6;
      buf[1] = 7;
      MPI_Psend_init (buf, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready_range (0, 1, q);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  else
    {
      MPI_Barrier (MPI_COMM_WORLD);
      MPI_Precv_init (buf, 1, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
    }
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  if (buf[0] != 6 || buf[1] != 7)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
