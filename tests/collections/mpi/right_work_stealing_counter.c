// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Tasks are drawn from a shared counter by fetch-and-add until they are used up.
#include <mpi.h>

#define TASKS 10
int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int *next, one = 1, t, mine = 0, all = 0;
    MPI_Win w;
    MPI_Win_allocate(
        myid == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &next, &w);
    if (myid == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
        *next = 0;
        MPI_Win_unlock(0, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (;;) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
        MPI_Fetch_and_op(&one, &t, MPI_INT, 0, 0, MPI_SUM, w);
        MPI_Win_unlock(0, w);
        if (t >= TASKS)
            break;
        mine += t;
    }
    MPI_Reduce(&mine, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (myid == 0 && all != 45)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
