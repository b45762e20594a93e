// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Get:19
// why: The value of the get is used inside the lock epoch without a flush.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int x = me + 7, y = 0, z;
    MPI_Win w;
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - me, 0, w);
    MPI_Get(&y, 1, MPI_INT, 1 - me, 0, 1, MPI_INT, w);
    z = y * 2;
    MPI_Win_unlock(1 - me, w);
    printf("%d\n", z);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
