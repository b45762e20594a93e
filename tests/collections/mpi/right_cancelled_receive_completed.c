// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The cancelled receive is completed and reported as cancelled.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int spare, c;
    MPI_Request r;
    MPI_Status st;
    MPI_Irecv(&spare, 1, MPI_INT, 1 - rank, 44, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &st);
    MPI_Test_cancelled(&st, &c);
    if (!c)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
