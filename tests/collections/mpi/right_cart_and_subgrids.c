// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A Cartesian grid and its row sub-grids, created in one order and freed.
#include <mpi.h>

int main(int argc, char** argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm grid, rows;
    int dims[2] = { 0, 0 }, per[2] = { 1, 0 }, keep[2] = { 0, 1 }, c[2], g;
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, per, 0, &grid);
    MPI_Cart_sub(grid, keep, &rows);
    MPI_Comm_rank(grid, &g);
    MPI_Cart_coords(grid, g, 2, c);
    int s = 0, one = 1;
    MPI_Allreduce(&one, &s, 1, MPI_INT, MPI_SUM, rows);
    if (s != dims[1] || c[0] < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&rows);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
