// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Bcast_init:20, MPI_Allreduce_init:25
// why: Process 1 initializes the reduction before the broadcast, process 0 after it.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = rank == 0 ? 9 : 0;
  double e = 1.5, sum = 0;
  MPI_Request q[2];
  if (rank == 0)
    {
      MPI_Bcast_init (&v, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
      MPI_Allreduce_init (&e, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
    }
  else
    {
      MPI_Allreduce_init (&e, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
      MPI_Bcast_init (&v, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
    }
  MPI_Start (&q[0]);
  MPI_Start (&q[1]);
  MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
