// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:17
// why: A reduction of no values need not wait for anybody, so that a message of the second phase may come in the first.
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
    MPI_Request reduction;
    MPI_Iallreduce(MPI_IN_PLACE, &rank, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &reduction);
    MPI_Wait(&reduction, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
