// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each rank reads the word of the other one 2500 times, whatever it finds.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *word, seen = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
    *word = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 2500; ++i) {
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1 - rank, 0, MPI_NO_OP, win);
        MPI_Win_flush(1 - rank, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
