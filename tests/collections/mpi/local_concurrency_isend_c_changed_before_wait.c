// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Isend_c:18
// why: The sender changes a value whose send, by the function with large counts, is still under way.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, value = 5;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    {
      MPI_Request q;
      MPI_Isend_c (&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
      value = 6;
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    MPI_Recv_c (&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
