// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Fetch_and_op:17
// why: The loop unlocks in its last round one iteration too early, so the final fetch-and-op runs without a lock.
#include <mpi.h>

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int c = 0, one = 1, v = 0;
    MPI_Win w;
    MPI_Win_create(&c, sizeof c, sizeof c, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    for (int k = 0; k < 3; k++) {
        MPI_Fetch_and_op(&one, &v, MPI_INT, 0, 0, MPI_SUM, w);
        if (k < 1)
            MPI_Win_flush(0, w);
        if (k == 1)
            MPI_Win_unlock(0, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
