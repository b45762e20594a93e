// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:19, MPI_Put:21
// why: The memory that one put reads at its origin is exposed, and another process puts to it in the same epoch.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *cell, nine = 9;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    cell[0] = rank;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(cell, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    if (rank == 2)
        MPI_Put(&nine, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
