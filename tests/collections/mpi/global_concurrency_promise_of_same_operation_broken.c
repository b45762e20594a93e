// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Accumulate:22, MPI_Fetch_and_op:24
// why: The window was made with the promise that all concurrent accumulates have the same operation.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cell = 0, one = 1, seen;
    MPI_Info info;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", "same_op");
    MPI_Win_create(&cell, sizeof cell, sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 2)
        MPI_Fetch_and_op(&one, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
