// verdict: wrong
// class: request_lifecycle
// also: local_concurrency
// nodes: 2
// call: MPI_Request_free:22
// why: The request of a read is freed, so that nobody knows when the values are there.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, part[2], back[2] = {0, 0};
  MPI_File file;
  MPI_Request reading;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  part[0] = part[1] = rank + 4;
  MPI_File_open(MPI_COMM_WORLD, "parts.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_write_at(file, 8 * rank, part, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, 8 * rank, back, 2, MPI_INT, &reading);
  MPI_Request_free(&reading);
  printf("%d\n", back[1]);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
