// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:21, MPI_Get:23
// why: Process 1 puts the parameter while process 2 gets it in the same fence epoch.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    double par = 0, v = 2.5, g = 0;
    MPI_Win w;
    MPI_Win_create(&par, sizeof par, sizeof par, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (myid == 1)
        MPI_Put(&v, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    if (myid == 2)
        MPI_Get(&g, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    if (myid == 2)
        printf("%g\n", g);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
