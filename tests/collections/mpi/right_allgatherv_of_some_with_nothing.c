// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Rank 0, which gets the messages, is the one that gives a value to all others, which therefore wait for it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, all = 0;
  const int value = 7, counts[3] = {1, 0, 0}, places[3] = {0, 1, 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int phase = 1; phase <= 2; ++phase) {
    for (int i = 1, came; rank == 0 && i < 3; ++i) {
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Allgatherv(&value, counts[rank], MPI_INT, &all, counts, places, MPI_INT, MPI_COMM_WORLD);
    if (all != 7) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
