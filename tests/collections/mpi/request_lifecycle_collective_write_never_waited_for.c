// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_File_iwrite_at_all:17
// why: The collective write is never completed, and its file never closed.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, value = 1;
  MPI_File file;
  MPI_Request write;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "never_waited_for.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_Offset place = rank * (MPI_Offset)sizeof(int);
  MPI_File_iwrite_at_all(file, place, &value, 1, MPI_INT, &write);
  MPI_Finalize();
  return 0;
}
