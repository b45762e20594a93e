// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Irecv:13
// why: The early return of the helper leaves the posted receive behind.
#include <mpi.h>
#include <stdio.h>

static int fetch(int* dst, int limit)
{
    MPI_Request r;
    MPI_Irecv(dst, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    if (limit < 10)
        return -1;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return 0;
}
int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    static int v;
    if (self == 0) {
        v = 3;
        MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (fetch(&v, 5))
        puts("limit too low");
    MPI_Finalize();
    return 0;
}
