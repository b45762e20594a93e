// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The same reduction with MPI_IN_PLACE.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double f[3] = { rank, 1, 2 };
    MPI_Allreduce(MPI_IN_PLACE, f, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (f[0] != 1 || f[1] != 2 || f[2] != 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
