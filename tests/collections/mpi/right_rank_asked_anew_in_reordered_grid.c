// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Ranks may be reordered in the grid, and everything that follows asks for ranks in the grid.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank, size, dims[2] = { 0, 0 }, periods[2] = { 1, 0 }, at[2], from, to;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, at);
  int cell = 10 * at[0] + at[1], got = -1, sum;
  for (int d = 0; d < 2; d++) {
    MPI_Cart_shift(grid, d, 1, &from, &to);
    MPI_Sendrecv(&cell, 1, MPI_INT, to, d, &got, 1, MPI_INT, from, d, grid, MPI_STATUS_IGNORE);
  }
  MPI_Reduce(&got, &sum, 1, MPI_INT, MPI_SUM, 0, grid);
  if (rank == 0)
    printf("%d\n", sum);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
