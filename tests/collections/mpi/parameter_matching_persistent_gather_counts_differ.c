// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 3
// call: MPI_Gather_init:18
// why: The root expects two elements from each process, each process sends three.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int part[3] = { rank, rank, rank }, all[6] = { 0 };
  int n = rank == 0 ? 2 : 3;
  MPI_Request q;
  MPI_Gather_init (part, n, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 0; round < 2; round++)
    {
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
