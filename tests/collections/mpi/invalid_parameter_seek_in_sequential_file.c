// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_File_seek:15
// why: The file is opened for sequential access, which has no individual file pointer that a program may move.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File log;
  MPI_Init(&argc, &argv);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_sequential.bin",
                MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &log);
  MPI_File_seek(log, 0, MPI_SEEK_END);
  MPI_File_close(&log);
  MPI_Finalize();
  return 0;
}
