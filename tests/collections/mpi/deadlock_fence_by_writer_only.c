// verdict: wrong
// class: deadlock
// also: epoch_lifecycle, call_ordering
// nodes: 2
// call: MPI_Win_fence:20, MPI_Win_free:22
// why: Only the process that puts closes the epoch with a fence; the target goes on to free the window.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int cell = 0, v = 17;
    MPI_Win w;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (myid == 0) {
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Win_fence(0, w);
    }
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
