// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The file is read only after a barrier between two synchronisations, and the ready send only after a barrier.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, own, other = -1, token = 0;
  MPI_File file;
  MPI_Comm copy;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  own = 10 + rank;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_all.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 2 * sizeof(int));
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, rank, &own, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  if (rank == 1) MPI_Irecv(&token, 1, MPI_INT, 0, 0, copy, &receive);
  MPI_File_sync(file);
  MPI_Barrier(copy);
  if (rank == 0) MPI_Rsend(&token, 1, MPI_INT, 1, 0, copy);
  MPI_File_sync(file);
  MPI_File_read_at_all_begin(file, 1 - rank, &other, 1, MPI_INT);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_end(file, &other, MPI_STATUS_IGNORE);
  if (other != 11 - rank) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&copy);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
