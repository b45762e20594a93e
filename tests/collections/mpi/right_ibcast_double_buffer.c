// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: While one block is broadcast the root fills the other one.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int blk[2][4], sum = 0;
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  for (int k = 0; k < 4; k++) {
    int *b = blk[k % 2];
    MPI_Wait(&r[k % 2], MPI_STATUS_IGNORE);
    if (k >= 2)
      sum += b[0];
    if (rank == 0)
      for (int i = 0; i < 4; i++)
        b[i] = k + 1;
    MPI_Ibcast(b, 4, MPI_INT, 0, MPI_COMM_WORLD, &r[k % 2]);
  }
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  sum += blk[0][0] + blk[1][0];
  if (sum != 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
