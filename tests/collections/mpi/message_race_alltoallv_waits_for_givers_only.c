// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:19
// why: Rank 2 gets nothing from rank 0 in MPI_Alltoallv, and may leave it before rank 0 has got the first messages.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size, given[3], taken[3], ones[3] = {0, 0, 0}, places[3] = {0, 1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  given[0] = given[1] = given[2] = rank;
  if (rank != 0) ones[3 - rank] = 1;
  for (int phase = 1; phase <= 2; ++phase) {
    for (int i = 1, came; rank == 0 && i < size; ++i) {
      // Both messages of this phase are expected here.
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Alltoallv(given, ones, places, MPI_INT, taken, ones, places, MPI_INT, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
