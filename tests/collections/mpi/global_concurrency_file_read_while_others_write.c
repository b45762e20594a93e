// verdict: wrong
// class: global_concurrency
// also: message_race
// nodes: 2
// call: MPI_File_read_at:19, MPI_File_write_at:21
// why: Nothing orders the read of process 0 and the write of process 1, whose message it has not had yet.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value = 1, go = 0;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "read_while_others_write.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, sizeof value);
  if (rank == 0) {
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_File_read_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  } else {
    MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
