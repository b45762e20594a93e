// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Fetch_and_op:20
// why: Rank 1 fetches the word of rank 0 until it is set, which never happens; that it counts does not end it.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *word, seen = 0;
    long count = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    *word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (MPI_Win_lock_all(0, win); rank == 1 && seen == 0; ++count) {
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
    if (count > 1000000) return 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
