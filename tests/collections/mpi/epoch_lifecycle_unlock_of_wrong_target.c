// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 3
// call: MPI_Win_lock:18, MPI_Win_unlock:20
// why: Process 0 locks process 1 and unlocks process 2.
#include <mpi.h>

int main(void)
{
    int myid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int x = 0, v = 1;
    MPI_Win w;
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (myid == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Win_unlock(2, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
