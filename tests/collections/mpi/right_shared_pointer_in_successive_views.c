// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each view begins with the shared file pointer at its beginning, whoever comes to the call first.
#include <mpi.h>

int main(int argc, char **argv) {
  enum { kViews = 5 };
  int rank;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_views.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  for (int view = 0; view < kViews; ++view) {
    MPI_Offset end;
    int line[3];
    for (int i = 0; i <= rank; ++i) line[i] = 100 * view + rank;
    MPI_File_set_view(file, 64 * view, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (view % 2 == 0) {
      MPI_File_write_ordered(file, line, rank + 1, MPI_INT, MPI_STATUS_IGNORE);
      MPI_File_get_position_shared(file, &end);
      if (end != 6) MPI_Abort(MPI_COMM_WORLD, 1);
    } else if (rank == view % 3) {
      MPI_File_write_shared(file, line, rank + 1, MPI_INT, MPI_STATUS_IGNORE);
      MPI_File_get_position_shared(file, &end);
      if (end != rank + 1) MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
