// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Get:18
// why: A get from the own memory is as nonblocking as any other: its result is read before the fence.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *cell, mine = 0, copy;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = rank;
    MPI_Win_fence(0, win);
    MPI_Get(&mine, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    copy = mine;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy > 100;
}
