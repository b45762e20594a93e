// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A stream of blocks with two alternating buffers; each is waited for before it is filled again.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int b[2][3];
  MPI_Request q[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (rank == 0)
    for (int k = 0; k < 5; k++) {
      MPI_Wait(&q[k % 2], MPI_STATUS_IGNORE);
      for (int i = 0; i < 3; i++)
        b[k % 2][i] = k * 3 + i;
      MPI_Isend(b[k % 2], 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[k % 2]);
    }
  else
    for (int k = 0; k < 5; k++) {
      MPI_Recv(b[0], 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (b[0][2] != k * 3 + 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
