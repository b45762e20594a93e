// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The root keeps its own part with MPI_IN_PLACE, the others receive theirs.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int f[8];
        for (int i = 0; i < 8; i++)
            f[i] = i * i;
        MPI_Scatter(f, 2, MPI_INT, MPI_IN_PLACE, 2, MPI_INT, 0, MPI_COMM_WORLD);
        if (f[1] != 1)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        int p[2];
        MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, p, 2, MPI_INT, 0, MPI_COMM_WORLD);
        if (p[0] != 4 * rank * rank)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
