/* matrix_product.c [N]: C = A B of N x N matrices, whose blocks are on a grid of nodes: in each step one column of
 * blocks of A goes along the rows of the grid, and one row of blocks of B along its columns (SUMMA). N is rounded up,
 * so that all blocks are of one size.
 *
 * Source: R. van de Geijn, J. Watts, "SUMMA: scalable universal matrix multiplication algorithm", 1997.
 *
 *   switchyard-mpicc matrix_product.c -o matrix_product
 *   switchyard mpirun -n 16 --machine paragon ./matrix_product 64 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double a_at(int row, int column) { return (row + 2 * column) % 7; }
static double b_at(int row, int column) { return (3 * row + column) % 5; }

/* Adds the product left x right to `into`. The blocks are height x inner and inner x width. */
static void add_product(double* into, const double* left, const double* right, int height, int inner, int width) {
  for (int i = 0; i < height; ++i)
    for (int k = 0; k < inner; ++k)
      for (int j = 0; j < width; ++j) into[i * width + j] += left[i * inner + k] * right[k * width + j];
}

static double* block_of(int height, int width) { return calloc((size_t)(height * width), sizeof(double)); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int wanted = argc > 1 ? atoi(argv[1]) : 48;
  int nodes, rank, dims[2] = {0, 0}, place[2];
  const int periods[2] = {0, 0}, keeps_columns[2] = {0, 1}, keeps_rows[2] = {1, 0};
  MPI_Comm grid, row, column;
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  MPI_Dims_create(nodes, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, place);
  MPI_Cart_sub(grid, keeps_columns, &row);
  MPI_Cart_sub(grid, keeps_rows, &column);

  /* A step takes `inner` columns of A, all on one grid column, and `inner` rows of B, all on one grid row. */
  const int steps = dims[0] * dims[1], n = (wanted + steps - 1) / steps * steps, inner = n / steps;
  const int height = n / dims[0], width = n / dims[1];
  double *c = block_of(height, width), *left = block_of(height, inner), *right = block_of(inner, width);
  for (int step = 0; step < steps; ++step) {
    const int owner_of_a = step * inner / width, owner_of_b = step * inner / height;
    for (int i = 0; i < height && owner_of_a == place[1]; ++i)
      for (int k = 0; k < inner; ++k) left[i * inner + k] = a_at(place[0] * height + i, step * inner + k);
    for (int k = 0; k < inner && owner_of_b == place[0]; ++k)
      for (int j = 0; j < width; ++j) right[k * width + j] = b_at(step * inner + k, place[1] * width + j);
    MPI_Bcast(left, height * inner, MPI_DOUBLE, owner_of_a, row);
    MPI_Bcast(right, inner * width, MPI_DOUBLE, owner_of_b, column);
    add_product(c, left, right, height, inner, width);
  }

  int wrong = 0, all_wrong = 0;
  double trace = 0, whole_trace = 0;
  for (int i = 0; i < height; ++i) {
    for (int j = 0; j < width; ++j) {
      const int at_row = place[0] * height + i, at_column = place[1] * width + j;
      double expected = 0;
      for (int k = 0; k < n; ++k) expected += a_at(at_row, k) * b_at(k, at_column);
      wrong += c[i * width + j] != expected;
      if (at_row == at_column) trace += c[i * width + j];
    }
  }
  MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, grid);
  MPI_Reduce(&trace, &whole_trace, 1, MPI_DOUBLE, MPI_SUM, 0, grid);
  if (rank == 0)
    printf("%d x %d nodes, matrices of %d x %d: %d entries are wrong, the trace is %.0f\n", dims[0], dims[1], n, n,
           all_wrong, whole_trace);
  free(c);
  free(left);
  free(right);
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return rank == 0 && all_wrong != 0;
}
