// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_File_write_at:19, MPI_File_read_at:20
// why: The process reads what it has written through a handle of another open, without synchronising both.
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
  MPI_File_read_at(in, 4 * rank, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&in);
  MPI_File_close(&out);
  MPI_Finalize();
  return 0;
}
