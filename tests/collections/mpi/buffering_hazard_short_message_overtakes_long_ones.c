// verdict: wrong
// class: buffering_hazard
// also: deadlock, call_ordering, message_race
// nodes: 3
// call: MPI_Send:26, MPI_Send:32
// why: Where short messages are buffered and long ones are not, both ranks may send long ones to each other first.
#include <mpi.h>

enum { LONG = 100000 };
static int data[LONG];

/* Rank 1 takes the word of rank 2 first only if rank 0's first send has not waited for its receive. */
int main(int argc, char **argv)
{
  int rank, word = 1;
  MPI_Status status;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Send(data, LONG, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Recv(data, LONG, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    if (status.MPI_SOURCE == 2) {
      MPI_Send(data, LONG, MPI_INT, 2, 1, MPI_COMM_WORLD);
      MPI_Recv(data, LONG, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(data, LONG, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(data, LONG, MPI_INT, 2, 1, MPI_COMM_WORLD);
    }
    MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
