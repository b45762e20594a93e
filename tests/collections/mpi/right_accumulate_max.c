// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Concurrent accumulations of MPI_MAX into one location.
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int best = 0, mine = myid * 6 + 1;
    MPI_Win w;
    MPI_Win_create(&best, sizeof best, sizeof best, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAX, w);
    MPI_Win_fence(0, w);
    if (myid == 0 && best != 13)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
