// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_File_write_at_all_begin:18, MPI_Recv:17
// why: The first call of a split write may wait for process 1, which waits for a message that follows it.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, own, word = 1;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  own = rank;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_split.bin",
                MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  if (rank == 1) MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_begin(file, sizeof(int) * rank, &own, 1, MPI_INT);
  if (rank == 0) MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_File_write_at_all_end(file, &own, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
