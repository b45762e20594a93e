// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Win_lock:19
// why: Rank 1 looks at its own word under a lock until it is set, which nobody does.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *word, seen = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    *word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    while (rank == 1 && seen == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        seen = *word;
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
