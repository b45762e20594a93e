// verdict: wrong
// class: request_lifecycle
// also: local_concurrency, resource_leak
// nodes: 3
// call: MPI_Ibcast:18
// why: The nonblocking broadcast is not completed before its parameter is used or at all.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int me;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int steps = me == 0 ? 5 : 0;
    MPI_Request r;
    MPI_Ibcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
    for (int i = 0; i < steps; i++)
        if (i == 4 && me < 0)
            printf("last\n");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
