// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Put:20
// why: The origin buffer of the put is changed before the closing fence.
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x = 0, v = 5;
    MPI_Win w;
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (rank == 0) {
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        v = 6;
    }
    MPI_Win_fence(0, w);
    if (rank == 1)
        printf("%d\n", x);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
