// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receiver changes a partition that has arrived while the next one is not even ready.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 0, 0 }, ack = 0;
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      buf[0] = 40;
      MPI_Pready (0, q);
      MPI_Recv (&ack, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      buf[1] = ack + 1;
      MPI_Pready (1, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      int there = 0;
      MPI_Precv_init (buf, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      while (!there)
        MPI_Parrived (q, 0, &there);
      buf[0] *= 2;
      MPI_Send (&buf[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      if (buf[0] != 80 || buf[1] != 81)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
