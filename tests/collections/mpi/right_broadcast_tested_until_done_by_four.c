// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Four processes test one broadcast until it is done.
#include <mpi.h>

int main(int argc, char **argv)
{
  int value = 5, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return value != 5;
}
