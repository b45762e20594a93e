// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Processes open the file by turns, each after the one before has closed it, and then all open it together.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File file;
  int rank, size, value;
  const int alone = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  value = rank;
  if (rank > 0) MPI_Recv(NULL, 0, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_File_open(MPI_COMM_SELF, "switchyard_collection_turns.bin", alone, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  if (rank + 1 < size) MPI_Send(NULL, 0, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_turns.bin", alone | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_read_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  if (value != size - 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
