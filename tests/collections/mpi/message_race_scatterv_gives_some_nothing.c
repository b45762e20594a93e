// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:16
// why: Rank 2 gets no value in MPI_Scatterv, and may leave it before rank 0 has got the first messages.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, part;
  const int values[1] = {7}, counts[3] = {0, 1, 0}, places[3] = {0, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int phase = 1; phase <= 2; ++phase) {
    for (int i = 1, came; rank == 0 && i < 3; ++i) {
      MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Scatterv(values, counts, places, MPI_INT, &part, counts[rank], MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
