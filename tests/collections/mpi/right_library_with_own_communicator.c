// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The library's wildcard lives in its own duplicated communicator.
#include <mpi.h>

static MPI_Comm lib;
static int lib_collect(void)
{
    int v;
    MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, lib, MPI_STATUS_IGNORE);
    return v;
}
int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &lib);
    if (rank == 0) {
        int l = lib_collect();
        MPI_Recv(&v, 1, MPI_INT, 2, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (l != -1 || v != 7)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else if (rank == 1) {
        v = -1;
        MPI_Send(&v, 1, MPI_INT, 0, 1, lib);
    } else {
        v = 7;
        MPI_Send(&v, 1, MPI_INT, 0, 50, MPI_COMM_WORLD);
    }
    MPI_Comm_free(&lib);
    MPI_Finalize();
    return 0;
}
