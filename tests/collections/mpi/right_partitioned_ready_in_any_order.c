// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A list, a range and a single partition together name each partition once.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[6], list[2] = { 4, 0 };
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (buf, 6, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (buf, 6, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 3; round++)
    {
      MPI_Start (&q);
      if (rank == 0)
        {
          for (int i = 0; i < 6; i++)
            buf[i] = i * i + round;
          MPI_Pready (5, q);
          MPI_Pready_list (2, list, q);
          MPI_Pready_range (1, 3, q);
        }
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      for (int i = 0; i < 6; i++)
        if (buf[i] != i * i + round)
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
