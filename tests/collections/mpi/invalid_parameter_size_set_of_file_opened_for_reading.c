// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_File_set_size:17
// why: The file is opened for reading only, so that its size cannot change.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_size.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                &file);
  MPI_File_close(&file);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_size.bin", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 100);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
