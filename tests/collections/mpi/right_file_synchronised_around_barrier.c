// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The file is synchronised before the barrier and after it, and in the second half its atomic mode orders accesses.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 7, read = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_around.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  if (rank == 0)
    MPI_File_write_at(f, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(f);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(f);
  if (rank == 1) {
    MPI_File_read_at(f, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (read != value)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_File_set_atomicity(f, 1);
  MPI_File_write_at(f, 8, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
