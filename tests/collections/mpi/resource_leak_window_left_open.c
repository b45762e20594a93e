// verdict: wrong
// class: resource_leak
// also: epoch_lifecycle
// nodes: 2
// call: MPI_Win_create:16
// why: The window is never freed.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    long c = 0, one = 1;
    MPI_Win w;
    MPI_Win_create(&c, sizeof c, sizeof c, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, w);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
    if (myid == 0 && c != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
