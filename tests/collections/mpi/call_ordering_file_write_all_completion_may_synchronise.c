// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Recv:17, MPI_Wait:19
// why: Process 0 may wait for the collective write of process 1, which waits for a message of process 0.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value = 1;
  MPI_File file;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "values", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_File_iwrite_at_all(file, (MPI_Offset)sizeof(int) * rank, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
