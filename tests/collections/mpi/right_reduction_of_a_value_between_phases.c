// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A reduction of one value to all ranks waits for all of them, so that each message comes in its own phase.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int phase = 1; phase <= 2; ++phase) {
    if (rank == 0) {
      for (int i = 0; i < 2; ++i) {
        int came;
        MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (came != phase) MPI_Abort(MPI_COMM_WORLD, 1);
      }
    } else {
      MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    int sum = 1;
    MPI_Request reduction;
    MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &reduction);
    MPI_Wait(&reduction, MPI_STATUS_IGNORE);
    if (sum != 3) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
