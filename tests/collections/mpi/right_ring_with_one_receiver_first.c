// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: One process of the ring receives first, which resolves the chain.
#include <mpi.h>

int main(int argc, char **argv)
{
    int self, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int right = (self + 1) % ranks, left = (self + ranks - 1) % ranks, out = self, in = -1;
    if (self == 0)
    {
        MPI_Recv(&in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&out, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    }
    else
    {
        MPI_Send(&out, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        MPI_Recv(&in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (in != left)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
