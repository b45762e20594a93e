// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Allreduce:16
// why: The operation handle is still MPI_OP_NULL in the reduction.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op op = MPI_OP_NULL;
    int a = rank, b = 0;
    MPI_Allreduce(&a, &b, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
