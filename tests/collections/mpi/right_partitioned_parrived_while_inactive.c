// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Parrived of an inactive request returns true, before the first start and after completion.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 3, 4 }, flag = 0;
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready_range (0, 1, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (buf, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Parrived (q, 1, &flag);
      if (!flag)
        MPI_Abort (MPI_COMM_WORLD, 1);
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      flag = 0;
      MPI_Parrived (q, 0, &flag);
      if (!flag || buf[0] != 3 || buf[1] != 4)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
