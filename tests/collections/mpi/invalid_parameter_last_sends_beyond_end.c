// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Send:18
// why: The last process sends to rank size, which does not exist.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int tok = me;
  if (me > 0)
    MPI_Recv(&tok, 1, MPI_INT, me - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&tok, 1, MPI_INT, me + 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
