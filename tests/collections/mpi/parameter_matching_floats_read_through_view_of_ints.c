// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_File_read_at_all:20
// why: Integers are written, and read as floats through a view of integers.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, whole[3] = {7, 8, 9};
  float read[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "view_of_ints", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, 3 * rank, whole, 3, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_read_at_all(file, 3 * rank, read, 3, MPI_FLOAT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
