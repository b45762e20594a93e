// verdict: wrong
// class: request_lifecycle
// also: local_concurrency, resource_leak
// nodes: 2
// call: MPI_Irecv:19
// why: The received value is used although the receive is never completed.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double dt = 0;
    MPI_Request r;
    if (rank == 1)
    {
        MPI_Irecv(&dt, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r);
        printf("%g\n", dt * 2);
    }
    else
    {
        dt = .01;
        MPI_Send(&dt, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
