// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The process synchronises the handle that has written and then the one that reads.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File out, in;
  int rank, value, read = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank + 1;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_handles.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                &out);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_handles.bin", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &in);
  MPI_File_write_at(out, 4 * rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(out);
  MPI_File_sync(in);
  MPI_File_read_at(in, 4 * rank, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  if (read != value) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_File_close(&in);
  MPI_File_close(&out);
  MPI_Finalize();
  return 0;
}
