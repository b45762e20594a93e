// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Psend_init:20, MPI_Pready:22, MPI_Recv:23
// why: An ordinary receive (a second MPI call) writes a partition that was already marked ready.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 0 };
  int next = 33;
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready (0, q);
      MPI_Recv (&buf[0], 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Pready (1, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (buf, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Send (&next, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
