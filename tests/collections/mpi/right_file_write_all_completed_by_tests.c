// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both processes begin their collective write before they test it, and its status tells the count.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, value[2] = {1, 2}, done = 0, count = 0;
  MPI_File file;
  MPI_Request request;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "values", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_iwrite_at_all(file, (MPI_Offset)sizeof(value) * rank, value, 2, MPI_INT, &request);
  while (!done) MPI_Test(&request, &done, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  printf("%d values\n", count);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
