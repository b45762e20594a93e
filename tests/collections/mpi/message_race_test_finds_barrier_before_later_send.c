// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Iprobe:20
// why: Process 0 gives up if it finds the barrier complete while process 1 has not yet sent what it sends behind its own call.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, value = 1, done = 0, there = 0, i;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done)
      MPI_Iprobe(1, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (done && !there)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  } else {
    for (i = 0; i < 1000; i++)
      MPI_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_SELF, &there, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
