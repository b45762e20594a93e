// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each request has its place in the array.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int job[3] = {0, 10, 20};
  if (rank == 0) {
    MPI_Request r[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int w = 1; w < nprocs; w++)
      MPI_Isend(&job[w], 1, MPI_INT, w, 0, MPI_COMM_WORLD, &r[w]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  } else {
    int j;
    MPI_Recv(&j, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (j != rank * 10)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
