// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_File_write_at:18, MPI_File_read_at:22
// why: Atomic mode orders accesses of one collective open only, and each process has opened the file for itself.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File mine;
  int rank, value = 7, read = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_SELF, "switchyard_collection_atomic_self.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                &mine);
  MPI_File_set_atomicity(mine, 1);
  if (rank == 0) {
    MPI_File_write_at(mine, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_File_read_at(mine, 0, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&mine);
  MPI_Finalize();
  return 0;
}
