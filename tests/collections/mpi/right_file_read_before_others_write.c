// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Process 0 reads the whole file and tells the others, which write to it only then.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size, length = 0, values[8] = {0};
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_File_open(MPI_COMM_WORLD, "read_before_others_write.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, sizeof values);
  if (rank == 0) {
    MPI_File_read_at(file, 0, values, 8, MPI_INT, MPI_STATUS_IGNORE);
    length = values[0] + 1;
  }
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank != 0) MPI_File_write_at(file, rank * sizeof rank, &rank, length, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
