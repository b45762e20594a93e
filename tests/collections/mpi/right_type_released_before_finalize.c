// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The derived type is freed before MPI_Finalize.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype pair;
    int v[2] = {rank, rank};
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Bcast(v, 1, pair, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    if (v[1] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
