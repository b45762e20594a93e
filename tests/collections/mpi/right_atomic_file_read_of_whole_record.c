// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A record is written by one call in atomic mode, so that a reader sees all of it or nothing of it.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, record[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_record.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  MPI_File_set_atomicity(f, 1);
  if (rank == 0)
    MPI_File_write_at(f, 0, record, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    record[0] = record[1] = 5;
    MPI_File_write_at(f, 0, record, 2, MPI_INT, MPI_STATUS_IGNORE);
  } else {
    MPI_File_read_at(f, 0, record, 2, MPI_INT, MPI_STATUS_IGNORE);
    if (record[0] != record[1])
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
