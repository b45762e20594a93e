// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 4
// call: MPI_Cart_sub:17
// why: Rank 0 keeps the other dimension than all others.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, dims[2] = {2, 2}, periods[2] = {0, 0};
  MPI_Comm grid, line;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  int keep[2] = {rank == 0, rank != 0};
  MPI_Cart_sub(grid, keep, &line);
  MPI_Comm_free(&line);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
