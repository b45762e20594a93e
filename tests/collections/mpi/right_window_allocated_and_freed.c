// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Allocated window memory belongs to the window and goes with it.
#include <mpi.h>

int main(int argc, char** argv)
{
    int my_rank;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    long *c, one = 1;
    MPI_Win w;
    MPI_Win_allocate(sizeof *c, sizeof *c, MPI_INFO_NULL, MPI_COMM_WORLD, &c, &w);
    *c = 0;
    MPI_Win_fence(0, w);
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, w);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
    if (my_rank == 0 && *c != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
