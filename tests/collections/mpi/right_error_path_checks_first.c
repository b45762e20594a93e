// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The helper checks its argument before posting the receive.
#include <mpi.h>

static int fetch(int *dst, int limit)
{
    MPI_Request r;
    if (limit < 10)
        return -1;
    MPI_Irecv(dst, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return 0;
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v = 0;
    if (rank == 0)
    {
        v = 3;
        MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    else
    {
        if (fetch(&v, 5) != -1)
            MPI_Abort(MPI_COMM_WORLD, 1);
        if (fetch(&v, 50) || v != 3)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
