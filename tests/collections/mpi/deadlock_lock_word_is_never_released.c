// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Compare_and_swap:20
// why: Each rank takes a lock word of rank 0 by compare-and-swap, and none gives it back.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *word, zero = 0, one = 1, seen = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    *word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    while (seen != 0) {
        MPI_Compare_and_swap(&one, &zero, &seen, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
