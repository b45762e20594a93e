// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Atomic fetch-and-add gives every process a different ticket.
#include <mpi.h>

int main(int argc, char** argv)
{
    int me, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *ctr, one = 1, mine = -1, tick[4];
    MPI_Win w;
    MPI_Win_allocate(
        me == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &ctr, &w);
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        *ctr = 0;
        MPI_Win_unlock(0, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, w);
    MPI_Win_unlock(0, w);
    MPI_Gather(&mine, 1, MPI_INT, tick, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (me == 0) {
        int seen = 0;
        for (int i = 0; i < size; i++)
            seen |= 1 << tick[i];
        if (seen != 15)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
