// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:19
// why: A process may set the mode of its handle without waiting for the other one.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, sent = 5, got = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_ready.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  if (rank == 1) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
  MPI_File_set_atomicity(file, 1);
  if (rank == 0) MPI_Rsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
