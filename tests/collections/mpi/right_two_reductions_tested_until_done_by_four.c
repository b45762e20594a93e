// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Four processes test two reductions until both are done, first both at once and then in turn.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, square, sum = 0, most = 0, both = 0, done, left, flag, which;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  square = rank * rank;
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(&square, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[1]);
  while (!both)
    MPI_Testall(2, requests, &both, MPI_STATUSES_IGNORE);
  if (sum != 6 || most != 9)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Iscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
  for (left = 2; left > 0; left -= flag)
    MPI_Testany(2, requests, &which, &flag, MPI_STATUS_IGNORE);
  if (sum != rank * (rank + 1) / 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &requests[0]);
  for (done = 0; !done;)
    MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return rank == 0 && sum != 6;
}
