// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Atomic mode and a message order the accesses of both processes, as they have opened the file together.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File both;
  int rank, value = 7, read = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_atomic_both.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &both);
  MPI_File_set_atomicity(both, 1);
  if (rank == 0) {
    MPI_File_write_at(both, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_read_at(both, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (read != value) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_File_close(&both);
  MPI_Finalize();
  return 0;
}
