// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Win_wait:18
// why: MPI_Win_wait is called without an exposure epoch.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char mail[16] = "";
    MPI_Win w;
    MPI_Win_create(mail, sizeof mail, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (rank == 1)
        MPI_Win_wait(w);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
