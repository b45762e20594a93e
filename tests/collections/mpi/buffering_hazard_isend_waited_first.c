// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Wait:17
// why: The standard nonblocking send is waited for before the receive is posted, on both sides.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v = rank, w = -1;
    MPI_Request q;
    MPI_Isend(&v, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    MPI_Recv(&w, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (w != 1 - rank)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
