// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 4
// call: MPI_Cart_create:16, MPI_Comm_split:19
// why: Even processes set up the grid before the split, odd ones the other way round.
#include <mpi.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm grid, half;
  int dims[2] = {2, 2}, per[2] = {0, 0};
  if (self % 2 == 0) {
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, per, 0, &grid);
    MPI_Comm_split(MPI_COMM_WORLD, self / 2, self, &half);
  } else {
    MPI_Comm_split(MPI_COMM_WORLD, self / 2, self, &half);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, per, 0, &grid);
  }
  MPI_Comm_free(&half);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
