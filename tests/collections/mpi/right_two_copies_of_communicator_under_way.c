// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Two copies of a communicator are made at once, completed in another order, and used as soon as they are there.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size, sum = 0, greatest = 0, from_left = -1;
  MPI_Request requests[2];
  MPI_Comm copies[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_idup(MPI_COMM_WORLD, &copies[0], &requests[0]);
  MPI_Comm_idup(MPI_COMM_WORLD, &copies[1], &requests[1]);
  for (int i = 0; i < 2; ++i) {
    const int which = (rank + i) % 2;
    MPI_Wait(&requests[which], MPI_STATUS_IGNORE);
  }
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from_left, 1, MPI_INT, (rank + size - 1) % size, 0, copies[1],
               MPI_STATUS_IGNORE);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copies[0]);
  MPI_Allreduce(&rank, &greatest, 1, MPI_INT, MPI_MAX, copies[1]);
  if (sum != size * (size - 1) / 2 || greatest != size - 1 || from_left != (rank + size - 1) % size)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&copies[0]);
  MPI_Comm_free(&copies[1]);
  MPI_Finalize();
  return 0;
}
