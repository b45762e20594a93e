// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Send:16, MPI_Barrier:19
// why: The receive is posted only after the barrier, which the sender reaches only when its standard send returns.
#include <mpi.h>

int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int v = self + 1;
    if (self == 0) {
        MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (v != 1)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
