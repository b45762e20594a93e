// verdict: wrong
// class: local_concurrency
// also: request_lifecycle, invalid_parameter, parameter_matching, memory
// nodes: 3
// call: MPI_Gatherv_init:17
// why: The array of displacements changes before the persistent request is freed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int all[6] = { 0 }, counts[3] = { 1, 1, 1 }, places[3] = { 0, 1, 2 };
  MPI_Request q;
  MPI_Gatherv_init (&rank, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int k = 0; k < 3; k++)
    places[k] = 5 - k;
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
