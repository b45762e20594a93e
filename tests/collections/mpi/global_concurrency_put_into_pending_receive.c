// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Irecv:20, MPI_Put:23
// why: The receive into the exposed memory is pending across two fences while another process puts there.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, *cell, seven = 7;
    MPI_Win win;
    MPI_Request incoming;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Irecv(cell, 4, MPI_INT, 1, 5, MPI_COMM_WORLD, &incoming);
    MPI_Win_fence(0, win);
    if (rank == 2)
        MPI_Put(&seven, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Wait(&incoming, MPI_STATUS_IGNORE);
    if (rank == 1) {
        int four[4] = {1, 2, 3, 4};
        MPI_Send(four, 4, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
