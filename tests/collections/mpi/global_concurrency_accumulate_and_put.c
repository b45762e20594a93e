// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:19, MPI_Accumulate:21
// why: One process resets the counter by a put while another adds to it.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long cnt = 0, zero = 0, one = 1;
    MPI_Win w;
    MPI_Win_create(&cnt, sizeof cnt, sizeof cnt, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    if (rank == 1)
        MPI_Put(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w);
    if (rank == 2)
        MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, w);
    MPI_Win_unlock(0, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
