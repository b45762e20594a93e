// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_File_write_at:18
// why: The parts of the file that neighbours write overlap by one value, in nonatomic mode.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int part[4] = {rank, rank, rank, rank};
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, "switchyard_collection_twice.bin",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  // Part i should begin at 16 * i.
  MPI_File_write_at(f, 12 * rank, part, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&f);
  MPI_Finalize();
  return 0;
}
