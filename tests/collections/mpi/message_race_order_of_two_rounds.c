// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 3
// call: MPI_Recv:19
// why: If process 2 comes first in the third and fifth of six rounds only, process 0 waits for a message that nobody sends.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, value, first_comers = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 6; ++round) {
    if (rank > 0)
      MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < 2; ++i) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (i == 0)
        first_comers = 2 * first_comers + (value == 2);
      value = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0 && first_comers == 10)
    MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
