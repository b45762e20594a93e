// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Fetch_and_op:20
// why: Each rank polls its own word until the other one has set it, and sets that of the other one only then.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *word, one = 1, seen = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    *word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    while (seen == 0) {
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, 0, MPI_NO_OP, win);
        MPI_Win_flush(rank, win);
    }
    MPI_Accumulate(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
