// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The worker first asks for its slot and then sends its result.
#include <mpi.h>

static void worker(void)
{
    double res = 3.5;
    int slot = 0;
    MPI_Recv(&slot, 1, MPI_INT, 2, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (slot != 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Send(&res, 1, MPI_DOUBLE, 2, 10, MPI_COMM_WORLD);
}
static void io(void)
{
    double res = 0;
    int slot = 4;
    MPI_Send(&slot, 1, MPI_INT, 1, 11, MPI_COMM_WORLD);
    MPI_Recv(&res, 1, MPI_DOUBLE, 1, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (res != 3.5)
        MPI_Abort(MPI_COMM_WORLD, 1);
}
int main(int argc, char **argv)
{
    int me;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (me == 1)
        worker();
    else if (me == 2)
        io();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
