// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer is changed only after the split write has ended.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, values[4] = {1, 2, 3, 4};
  MPI_File file;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "split_write.tmp", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_write_at_all_begin(file, rank * sizeof values, values, 4, MPI_INT);
  MPI_File_write_at_all_end(file, values, &status);
  values[2] = 7;
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
