// verdict: wrong
// class: request_lifecycle
// also: local_concurrency, resource_leak
// nodes: 2
// call: MPI_Request_free:20
// why: The persistent receive is freed while active and its buffer then used.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int v = 0;
    MPI_Request r;
    if (self == 1) {
        MPI_Recv_init(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
        MPI_Start(&r);
        MPI_Request_free(&r);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("%d\n", v);
    } else {
        v = 5;
        MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
