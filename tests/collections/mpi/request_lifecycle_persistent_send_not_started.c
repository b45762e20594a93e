// verdict: wrong
// class: request_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Send_init:18
// why: The persistent send is created and waited for but never started; the receiver waits forever.
#include <mpi.h>

int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int v = 9;
  if (rank == 0) {
    MPI_Request r;
    MPI_Send_init(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
  } else
    MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
