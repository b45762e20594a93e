// verdict: wrong
// class: request_lifecycle
// also: local_concurrency
// nodes: 2
// call: MPI_File_iread_at:20
// why: A read is tested once, and its values are used whether the test has found it complete or not.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, flag, own, back = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  own = 7 * rank;
  MPI_File file; MPI_Request reading;
  MPI_File_open(MPI_COMM_WORLD, "own.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_write_at(file, rank * 4, &own, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, rank * 4, &back, 1, MPI_INT, &reading);
  MPI_Test(&reading, &flag, MPI_STATUS_IGNORE);
  printf("%d\n", back);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
