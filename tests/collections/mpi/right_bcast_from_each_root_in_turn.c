// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each process is root once, in a common loop.
#include <mpi.h>

int main(void)
{
    int rank, nprocs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    for (int root = 0; root < nprocs; root++)
    {
        int cfg = rank == root ? root + 100 : 0;
        MPI_Bcast(&cfg, 1, MPI_INT, root, MPI_COMM_WORLD);
        if (cfg != root + 100)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
