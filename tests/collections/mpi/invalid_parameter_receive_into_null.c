// verdict: wrong
// class: invalid_parameter
// also: memory
// nodes: 2
// call: MPI_Recv:24
// why: Allocation is skipped for empty local lists and the receive of one element gets a null buffer.
#include <stdlib.h>
#include <mpi.h>

static int* reserve(int n)
{
    return n > 0 ? malloc(n * sizeof(int)) : NULL;
}
int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int x = 3;
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        int* b = reserve(0);
        MPI_Recv(b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(b);
    }
    MPI_Finalize();
    return 0;
}
