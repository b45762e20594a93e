// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:21
// why: Processes 1 and 2 put into the same slot of process 0 in one epoch.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int best = 0, mine = rank * 11;
    MPI_Win w;
    MPI_Win_create(&best, sizeof best, sizeof best, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (rank > 0)
        MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    if (rank == 0)
        printf("%d\n", best);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
