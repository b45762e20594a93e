// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Scan_init:18
// why: Process 0 scans with MPI_MAX, the others with MPI_SUM.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = rank + 1, s = 0;
  MPI_Op op = rank == 0 ? MPI_MAX : MPI_SUM;
  MPI_Request q;
  MPI_Scan_init (&v, &s, 1, MPI_INT, op, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
