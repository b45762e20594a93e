// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_File_open:16
// why: The ranks open the file with different access modes (MPI 3.1, sec. 13.2.1).
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int mode = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | (rank == 0 ? MPI_MODE_WRONLY : MPI_MODE_RDWR);
  MPI_File_open(MPI_COMM_WORLD, "modes_differ.tmp", mode, MPI_INFO_NULL, &file);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
