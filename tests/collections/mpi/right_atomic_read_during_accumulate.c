// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Reading with MPI_Get_accumulate and MPI_NO_OP is atomic with respect to the accumulation.
#include <mpi.h>

int main(int argc, char **argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int c = 0, one = 1, seen = 0, dummy = 0;
    MPI_Win w;
    MPI_Win_create(&c, sizeof c, sizeof c, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock_all(0, w);
    if (self == 1)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    if (self == 2)
    {
        MPI_Get_accumulate(&dummy, 1, MPI_INT, &seen, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP,
                           w);
        MPI_Win_flush(0, w);
    }
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
    if (seen < 0 || seen > 1 || (self == 0 && c != 1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
