// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_File_open:12
// why: Each process opens the file alone and promises that no other one has it open, without an order between them.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File mine;
  MPI_Init(&argc, &argv);
  MPI_File_open(MPI_COMM_SELF, "switchyard_collection_unique_self.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN, MPI_INFO_NULL, &mine);
  MPI_File_close(&mine);
  MPI_Finalize();
  return 0;
}
