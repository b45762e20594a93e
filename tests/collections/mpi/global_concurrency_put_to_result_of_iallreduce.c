// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Iallreduce:20, MPI_Put:24
// why: The result of the reduction is exposed memory, and another process puts to it before the reduction is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *cell, nine = 9;
    MPI_Win win;
    MPI_Request sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    cell[0] = rank;
    cell[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iallreduce(&cell[0], &cell[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&nine, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Wait(&sum, MPI_STATUS_IGNORE);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
