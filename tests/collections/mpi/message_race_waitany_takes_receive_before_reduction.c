// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Waitany:19
// why: Process 0 gives up if the message of process 1 comes before the reduction is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, value = 0, sum = 0, which;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    if (which == 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
      MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return sum != 3;
}
