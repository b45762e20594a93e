// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter, memory
// nodes: 2
// call: MPI_Wait:21
// why: Process 1 waits for a request variable that holds garbage because no call ever set it.
#include <mpi.h>
#include <string.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int v = 1;
  MPI_Request pending[1];
  memset (pending, 0x5a, sizeof pending);
  if (my_rank == 0)
    MPI_Isend (&v, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &pending[0]);
  MPI_Wait (&pending[0], MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
