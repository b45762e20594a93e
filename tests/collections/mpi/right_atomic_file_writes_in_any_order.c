// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Ranks 1 and 2 both write the second value in atomic mode, and the readers take the value of either.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, second = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_either.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  MPI_File_set_atomicity(f, 1);
  int part[2] = {rank, rank};
  if (rank > 0)
    MPI_File_write_at(f, 4 * (rank - 1), part, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(f, 4, &second, 1, MPI_INT, MPI_STATUS_IGNORE);
  if (second != 1 && second != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
