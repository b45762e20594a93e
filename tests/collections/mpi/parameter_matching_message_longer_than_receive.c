// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 2
// call: MPI_Send:16, MPI_Recv:18
// why: Twelve elements are sent to a receive of ten: truncation.
#include <mpi.h>

int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int v[12] = { 0 };
    if (self == 0)
        MPI_Send(v, 12, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(v, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
