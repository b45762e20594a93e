// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Buckets are claimed atomically; the loser probes the next bucket.
#include <mpi.h>

#define SLOTS 4
int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int* table;
    MPI_Win w;
    MPI_Win_allocate(
        SLOTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w);
    for (int i = 0; i < SLOTS; i++)
        table[i] = 0;
    MPI_Win_unlock(rank, w);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, w);
    if (rank > 0) {
        int key = rank * SLOTS + 1, empty = 0, old = -1;
        for (int b = key % SLOTS; old != 0; b = (b + 1) % SLOTS) {
            MPI_Compare_and_swap(&key, &empty, &old, MPI_INT, 0, b, w);
            MPI_Win_flush(0, w);
        }
    }
    MPI_Win_unlock_all(w);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
        int s = 0;
        for (int i = 0; i < SLOTS; i++)
            s += table[i];
        MPI_Win_unlock(0, w);
        if (s != 5 + 9)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
