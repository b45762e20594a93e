// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: After a local flush the origin buffer may be reused.
#include <mpi.h>

int main(int argc, char **argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int x[2] = {0, 0}, v = 5;
    MPI_Win w;
    MPI_Win_create(x, sizeof x, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (self == 0)
    {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Win_flush_local(1, w);
        v = 6;
        MPI_Put(&v, 1, MPI_INT, 1, 1, 1, MPI_INT, w);
        MPI_Win_unlock(1, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, self, 0, w);
    if (self == 1 && (x[0] != 5 || x[1] != 6))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_unlock(self, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
