// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Freed only after the last completion.
#include <mpi.h>

int
main(void)
{
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int v = 0;
  MPI_Request r;
  if (self == 1) {
    MPI_Recv_init(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
    MPI_Barrier(MPI_COMM_WORLD);
    if (v != 5 || r != MPI_REQUEST_NULL)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    v = 5;
    MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
