// verdict: wrong
// class: request_lifecycle
// also: call_ordering, invalid_parameter, local_concurrency
// nodes: 2
// call: MPI_Comm_idup:18, MPI_Allreduce:19
// why: The new communicator of MPI_Comm_idup is used before the operation was completed.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm c;
  MPI_Request q;
  int x = rank, s = 0;
  MPI_Comm_idup(MPI_COMM_WORLD, &c, &q);
  MPI_Allreduce(&x, &s, 1, MPI_INT, MPI_SUM, c);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  MPI_Comm_free(&c);
  MPI_Finalize();
  return 0;
}
