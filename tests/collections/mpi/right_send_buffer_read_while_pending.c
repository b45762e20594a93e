// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Reading a send buffer while the send is pending is allowed since MPI 2.2.
#include <mpi.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v = 10, w = 0;
    MPI_Request r;
    if (rank == 0) {
        MPI_Isend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        w = v + 1;
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        v = w;
        if (v != 11)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (v != 10)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
