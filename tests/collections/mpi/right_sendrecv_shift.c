// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A cyclic shift with one combined call whose source and destination are opposite neighbours.
#include <mpi.h>

int main(void) {
  int rank, nprocs;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int right = (rank + 1) % nprocs, left = (rank + nprocs - 1) % nprocs;
  int a = rank, b = -1;
  MPI_Sendrecv(&a, 1, MPI_INT, right, 5, &b, 1, MPI_INT, left, 5, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  if (b != left)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
