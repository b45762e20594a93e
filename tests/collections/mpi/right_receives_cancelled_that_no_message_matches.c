// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: No message matches the receives that the ranks cancel. The tag of rank 0's is used only behind a barrier.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, ranks, none = -1, got, sum = 0, is_done = 0, is_cancelled;
  MPI_Request extra;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0)
    MPI_Irecv(&none, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &extra);
  else
    MPI_Irecv(&none, 1, MPI_INT, rank - 1, 8, MPI_COMM_WORLD, &extra);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Cancel(&extra);
  while (!is_done) MPI_Test(&extra, &is_done, &status);
  MPI_Test_cancelled(&status, &is_cancelled);
  if (!is_cancelled || none != -1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 1; i < ranks; ++i) {
      MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum -= got;
    }
    if (sum != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
