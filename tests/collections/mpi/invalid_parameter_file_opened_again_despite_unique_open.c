// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_File_open:14, MPI_File_open:15
// why: The first open promises that the file is opened nowhere else meanwhile, but the second one follows before the close.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File log, copy;
  MPI_Init(&argc, &argv);
  const int read_and_write = MPI_MODE_CREATE | MPI_MODE_RDWR;
  const int alone = read_and_write | MPI_MODE_UNIQUE_OPEN;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_unique.bin", alone, MPI_INFO_NULL, &log);
  MPI_File_open(MPI_COMM_WORLD, "./switchyard_collection_unique.bin", read_and_write | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &copy);
  MPI_File_close(&copy);
  MPI_File_close(&log);
  MPI_Finalize();
  return 0;
}
