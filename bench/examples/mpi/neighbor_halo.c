/* neighbor_halo.c [SIDE [STEPS]]: SIDE x SIDE cells on each node, whose border cells come from the four nodes around it
 * in each step, by one neighbourhood collective on a grid of nodes. The grid is closed to a ring in one dimension and
 * open in the other, so that nodes at its open edges have fewer neighbours. Every node checks its border cells.
 *
 *   switchyard-mpicc neighbor_halo.c -o neighbor_halo
 *   switchyard mpirun -n 16 --machine paragon ./neighbor_halo 64 10 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kAbove, kBelow, kLeft, kRight, kDirections }; /* in the order in which MPI has the neighbours on a grid */

/* What one node gives to its neighbours and takes from them, as MPI_Neighbor_alltoallw wants it. */
struct borders {
  int counts[kDirections];
  MPI_Aint given[kDirections], taken[kDirections]; /* in bytes from the beginning of the cells */
  MPI_Datatype types[kDirections];
};

static MPI_Aint place(int side, int row, int column) { return (row * (side + 2) + column) * (MPI_Aint)sizeof(int); }

static struct borders borders_of(int side, MPI_Datatype column) {
  const struct borders all = {
      .counts = {side, side, 1, 1},
      .given = {place(side, 1, 1), place(side, side, 1), place(side, 1, 1), place(side, 1, side)},
      .taken = {place(side, 0, 1), place(side, side + 1, 1), place(side, 1, 0), place(side, 1, side + 1)},
      .types = {MPI_INT, MPI_INT, column, column},
  };
  return all;
}

/* What the cell in a row and column of the whole grid is after some steps. Rows are closed to a ring; the columns
 * beyond the open edges are never changed. */
static int value_of(int row, int column, int step, const int* cells) {
  if (column < 0 || column >= cells[1]) return -1;
  return (row + cells[0]) % cells[0] * cells[1] + column + 7 * step;
}

/* Sets the cells of this node to what they are after some steps, or counts those that are not so. With `borders`, of
 * the cells in its borders; else of the cells inside. */
static int visit(int* own, int side, const int* at, int step, const int* cells, int borders) {
  int wrong = 0;
  for (int row = 0; row < side + 2; ++row) {
    for (int column = 0; column < side + 2; ++column) {
      const int out_by_row = row == 0 || row == side + 1, out_by_column = column == 0 || column == side + 1;
      if (borders ? out_by_row == out_by_column : out_by_row || out_by_column) continue;
      const int expected = value_of(at[0] * side + row - 1, at[1] * side + column - 1, step, cells);
      int* const cell = &own[row * (side + 2) + column];
      wrong += *cell != expected;
      if (!borders) *cell = expected;
    }
  }
  return wrong;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int side = argc > 1 ? atoi(argv[1]) : 16, steps = argc > 2 ? atoi(argv[2]) : 4;
  int nodes, rank, dims[2] = {0, 0}, at[2], wrong = 0, wrong_on_all;
  const int periods[2] = {1, 0};
  MPI_Comm grid;
  MPI_Datatype column;
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  MPI_Dims_create(nodes, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, at);
  MPI_Type_vector(side, 1, side + 2, MPI_INT, &column);
  MPI_Type_commit(&column);

  const int cells[2] = {dims[0] * side, dims[1] * side};
  const struct borders halo = borders_of(side, column);
  const size_t count = (size_t)(side + 2) * (size_t)(side + 2);
  int* given = malloc(count * sizeof(int));
  int* taken = malloc(count * sizeof(int));
  for (size_t i = 0; i < count; ++i) given[i] = taken[i] = -1; /* where there is no neighbour, nothing changes it */
  for (int step = 0; step < steps; ++step) {
    visit(given, side, at, step, cells, 0);
    MPI_Neighbor_alltoallw(given, halo.counts, halo.given, halo.types, taken, halo.counts, halo.taken, halo.types,
                           grid);
    wrong += visit(taken, side, at, step, cells, 1);
  }

  MPI_Reduce(&wrong, &wrong_on_all, 1, MPI_INT, MPI_SUM, 0, grid);
  if (rank == 0) {
    printf("%d steps on %d x %d nodes: %d border cells were wrong\n", steps, dims[0], dims[1], wrong_on_all);
  }
  free(given);
  free(taken);
  MPI_Type_free(&column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return wrong == 0 ? 0 : 1;
}
