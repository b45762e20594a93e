// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The server keeps one pending receive per client and handles whichever are complete.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request q[3];
    int v[3], left[3] = {2, 2, 2}, idx[3], n, sum = 0;
    for (int c = 0; c < 3; c++)
      MPI_Irecv(&v[c], 1, MPI_INT, c + 1, 0, MPI_COMM_WORLD, &q[c]);
    for (;;) {
      MPI_Waitsome(3, q, &n, idx, MPI_STATUSES_IGNORE);
      if (n == MPI_UNDEFINED)
        break;
      for (int k = 0; k < n; k++) {
        int c = idx[k];
        sum += v[c];
        if (--left[c])
          MPI_Irecv(&v[c], 1, MPI_INT, c + 1, 0, MPI_COMM_WORLD, &q[c]);
      }
    }
    if (sum != 2 * (1 + 2 + 3))
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    for (int k = 0; k < 2; k++)
      MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
