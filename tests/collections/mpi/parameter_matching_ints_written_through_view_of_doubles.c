// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_File_write_at:17
// why: The file's view consists of doubles, and the values are integers.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, values[2] = {1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "view_of_doubles", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, rank, values, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
