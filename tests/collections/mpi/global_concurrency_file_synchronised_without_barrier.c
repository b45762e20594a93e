// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_File_write_at:16, MPI_File_read_at:19
// why: Two synchronisations without a barrier between them do not order the accesses: a process may leave the first one early.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 3, read = 0;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_twice.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  if (rank == 0) MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_sync(file);
  if (rank == 1) MPI_File_read_at(file, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
