// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Unpack:20, MPI_Recv:19
// why: Two values are packed and sent, but three are unpacked, as the size of the whole buffer is given.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, place = 0, values[3] = {1, 2, 3};
  char buffer[64] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Pack(values, 2, MPI_INT, buffer, 64, &place, MPI_COMM_WORLD);
    MPI_Send(buffer, place, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  }
  if (rank == 1) {
    MPI_Recv(buffer, 64, MPI_PACKED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Unpack(buffer, 64, &place, values, 3, MPI_INT, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
