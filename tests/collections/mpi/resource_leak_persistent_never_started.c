// verdict: wrong
// class: resource_leak
// also: request_lifecycle
// nodes: 2
// call: MPI_Recv_init:18
// why: A persistent receive for shutdown messages is prepared, never used and never freed.
#include <mpi.h>

int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int stop;
  MPI_Request r;
  int v = rank, m;
  MPI_Recv_init(&stop, 1, MPI_INT, MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &r);
  MPI_Allreduce(&v, &m, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (m != 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
