// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A flush completes the get before its value is used.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int x = myid + 7, y = 0, z;
    MPI_Win w;
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - myid, 0, w);
    MPI_Get(&y, 1, MPI_INT, 1 - myid, 0, 1, MPI_INT, w);
    MPI_Win_flush(1 - myid, w);
    z = y * 2;
    MPI_Win_unlock(1 - myid, w);
    if (z != 2 * (8 - myid))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
