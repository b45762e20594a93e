// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Allreduce_init:19, MPI_Allreduce_init:21
// why: Process 0 reduces a float, process 1 an int.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  float f = 1, fs = 0;
  int i = 2, is = 0;
  MPI_Request q;
  if (rank == 0)
    MPI_Allreduce_init (&f, &fs, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Allreduce_init (&i, &is, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
