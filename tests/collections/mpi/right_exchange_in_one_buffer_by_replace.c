// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Sendrecv_replace exchanges within one buffer.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double b[4] = { rank, rank, rank, rank };
    MPI_Sendrecv_replace(
        b, 4, MPI_DOUBLE, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (b[3] != 1 - rank)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
