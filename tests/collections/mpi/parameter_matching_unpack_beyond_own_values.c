// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 1
// call: MPI_Unpack_external:18, MPI_Pack_external:16
// why: The last value that is unpacked begins in what was packed, and ends behind it.
#include <mpi.h>

int main(int argc, char** argv) {
  int values[2] = {1, 2};
  double both;
  char buffer[64] = {0};
  MPI_Aint place = 0;
  MPI_Init(&argc, &argv);
  MPI_Pack_external("external32", values, 1, MPI_INT, buffer, 64, &place);
  MPI_Pack_external("external32", values, 2, MPI_INT, buffer, 64, &place);
  place = 8;
  MPI_Unpack_external("external32", buffer, 64, &place, &both, 1, MPI_DOUBLE);
  MPI_Finalize();
  return 0;
}
