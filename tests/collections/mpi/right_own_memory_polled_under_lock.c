// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The consumer looks at its own memory under a lock, again and again, until the producer has put there.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *shown, values[2] = {4, 5}, one = 1, done = 0, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shown, &win);
    shown[0] = shown[1] = shown[2] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(values, 2, MPI_INT, 0, 1, 2, MPI_INT, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else {
        while (!done) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            done = shown[0];
            if (done)
                sum = shown[1] + shown[2];
            MPI_Win_unlock(0, win);
        }
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return rank == 0 && sum != 9;
}
