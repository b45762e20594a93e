// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Four processes complete a reduction, a receive and a barrier in any order.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, from_left = -1, sum = 0, which, i;
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&from_left, 1, MPI_INT, (rank + 3) % 4, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % 4, 1, MPI_COMM_WORLD);
  for (i = 0; i < 3; i++)
    MPI_Waitany(3, requests, &which, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return sum != 6 || from_left != (rank + 3) % 4;
}
