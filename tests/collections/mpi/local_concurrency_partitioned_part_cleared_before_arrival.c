// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Precv_init:31, MPI_Start:32
// why: The receiver stores to partition 1 (plain store) when only partition 0 has arrived.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 0 };
  int ack = 0, there = 0;
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      buf[0] = 5;
      MPI_Pready (0, q);
      MPI_Recv (&ack, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      buf[1] = 6;
      MPI_Pready (1, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (buf, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      while (!there)
        MPI_Parrived (q, 0, &there);
      buf[1] = -9;
      MPI_Send (&ack, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
