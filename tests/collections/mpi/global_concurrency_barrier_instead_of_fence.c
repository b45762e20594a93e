// verdict: wrong
// class: global_concurrency
// also: epoch_lifecycle, local_concurrency
// nodes: 2
// call: MPI_Put:20
// why: A barrier does not complete the put, so the target reads the cell within the same epoch.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int mail = 0, v = 77;
    MPI_Win w;
    MPI_Win_create(&mail, sizeof mail, sizeof mail, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (my_rank == 0)
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Barrier(MPI_COMM_WORLD);
    if (my_rank == 1)
        printf("%d\n", mail);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
