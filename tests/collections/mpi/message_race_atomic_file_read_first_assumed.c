// verdict: wrong
// class: message_race
// also: none
// nodes: 2
// call: MPI_File_read_at:23
// why: Atomic mode orders the write and the read, but either may come first.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 7, read = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_assumed.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  MPI_File_set_atomicity(f, 1);
  if (rank == 0)
    MPI_File_write_at(f, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_File_write_at(f, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  } else {
    MPI_File_read_at(f, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
    // The barrier comes before the write of 7.
    if (read != 7)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
