// verdict: wrong
// class: global_concurrency
// also: local_concurrency
// nodes: 2
// call: MPI_Get:19
// why: The owner goes on computing in the cells which the neighbour gets in the same epoch.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    double u[4] = {1, 2, 3, 4}, g[2] = {0};
    MPI_Win w;
    MPI_Win_create(u, sizeof u, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Get(g, 2, MPI_DOUBLE, 1 - myid, 0, 2, MPI_DOUBLE, w);
    for (int i = 0; i < 4; i++)
        u[i] *= 0.5;
    MPI_Win_fence(0, w);
    printf("%g\n", g[0]);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
