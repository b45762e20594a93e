// verdict: wrong
// class: invalid_parameter
// also: message_race
// nodes: 2
// call: MPI_Recv:20
// why: If the probe finds nothing, its status is undefined, even though the program has filled it before.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, found, value;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank;
  status.MPI_SOURCE = 1;
  status.MPI_TAG = 3;
  if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Iprobe(1, 3, MPI_COMM_WORLD, &found, &status);
    MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
