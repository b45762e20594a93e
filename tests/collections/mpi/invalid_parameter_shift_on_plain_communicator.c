// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Cart_shift:18
// why: MPI_Cart_shift is asked of a communicator without Cartesian topology.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm c;
    int s, d;
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    if (rank >= 0)
        MPI_Cart_shift(c, 0, 1, &s, &d);
    MPI_Comm_free(&c);
    MPI_Finalize();
    return 0;
}
