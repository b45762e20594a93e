/* halo.c [SIDE [STEPS]]: heat in a plate of SIDE x SIDE cells on each node, whose border cells come from the nodes
 * around it in each step. The nodes are a grid that MPI chooses; columns go as a datatype.
 *
 *   switchyard-mpicc halo.c -o halo
 *   switchyard mpirun -n 16 --machine paragon ./halo 64 10 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns a cell of the part of the plate on this node, which has a border of one cell around it. */
static double* cell(double* plate, int side, int row, int column) { return &plate[row * (side + 2) + column]; }

static void swap_borders(double* plate, int side, MPI_Comm grid, MPI_Datatype column) {
  int above, below, left, right;
  MPI_Cart_shift(grid, 0, 1, &above, &below);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  MPI_Request requests[8];
  MPI_Irecv(cell(plate, side, 0, 1), side, MPI_DOUBLE, above, 0, grid, &requests[0]);
  MPI_Irecv(cell(plate, side, side + 1, 1), side, MPI_DOUBLE, below, 1, grid, &requests[1]);
  MPI_Irecv(cell(plate, side, 1, 0), 1, column, left, 2, grid, &requests[2]);
  MPI_Irecv(cell(plate, side, 1, side + 1), 1, column, right, 3, grid, &requests[3]);
  MPI_Isend(cell(plate, side, side, 1), side, MPI_DOUBLE, below, 0, grid, &requests[4]);
  MPI_Isend(cell(plate, side, 1, 1), side, MPI_DOUBLE, above, 1, grid, &requests[5]);
  MPI_Isend(cell(plate, side, 1, side), 1, column, right, 2, grid, &requests[6]);
  MPI_Isend(cell(plate, side, 1, 1), 1, column, left, 3, grid, &requests[7]);
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

static void relax(const double* from, double* to, int side) {
  const int width = side + 2;
  for (int row = 1; row <= side; ++row) {
    for (int column = 1; column <= side; ++column) {
      const double* at = &from[row * width + column];
      to[row * width + column] = 0.25 * (at[-width] + at[width] + at[-1] + at[1]);
    }
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int side = argc > 1 ? atoi(argv[1]) : 16, steps = argc > 2 ? atoi(argv[2]) : 4;
  int nodes, rank, dims[2] = {0, 0};
  const int periods[2] = {1, 1};
  MPI_Comm grid;
  MPI_Datatype column;
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  MPI_Dims_create(nodes, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Type_vector(side, 1, side + 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);

  const size_t cells = (size_t)(side + 2) * (size_t)(side + 2);
  double* plates[2] = {calloc(cells, sizeof(double)), calloc(cells, sizeof(double))};
  if (rank == 0) *cell(plates[0], side, 1, 1) = 1000;
  const double begin = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    swap_borders(plates[step % 2], side, grid, column);
    relax(plates[step % 2], plates[(step + 1) % 2], side);
  }
  const double took = MPI_Wtime() - begin;

  double heat = 0;
  for (int row = 1; row <= side; ++row)
    for (int at = 1; at <= side; ++at) heat += *cell(plates[steps % 2], side, row, at);
  if (rank == 0) {
    for (int from = 1; from < nodes; ++from) {
      double more;
      MPI_Recv(&more, 1, MPI_DOUBLE, from, 9, grid, MPI_STATUS_IGNORE);
      heat += more;
    }
    printf("%d x %d nodes, heat %.1f, %.0f us of virtual time a step\n", dims[0], dims[1], heat, 1e6 * took / steps);
  } else {
    MPI_Send(&heat, 1, MPI_DOUBLE, 0, 9, grid);
  }
  MPI_Type_free(&column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
