// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Get:21, MPI_Get:22
// why: Both gets of the epoch write to the same origin variable.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int x = myid * 3, g = 0;
    MPI_Win w;
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (myid == 0)
    {
        MPI_Get(&g, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Get(&g, 1, MPI_INT, 2, 0, 1, MPI_INT, w);
    }
    MPI_Win_fence(0, w);
    if (myid == 0)
        printf("%d\n", g);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
