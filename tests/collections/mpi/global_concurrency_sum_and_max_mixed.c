// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Accumulate:19, MPI_Accumulate:21
// why: Concurrent accumulations with different operations on one location are not allowed.
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int stat = 0, v = myid;
    MPI_Win w;
    MPI_Win_create(&stat, sizeof stat, sizeof stat, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (myid == 1)
        MPI_Accumulate(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    if (myid == 2)
        MPI_Accumulate(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAX, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
