// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A file that is opened for sequential access is only written by the shared file pointer, in two views.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_File log;
  int rank, line[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  line[0] = line[1] = rank;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_sequential.bin",
                MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &log);
  MPI_File_write_ordered(log, line, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_set_view(log, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_shared(log, line, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&log);
  MPI_Finalize();
  return 0;
}
