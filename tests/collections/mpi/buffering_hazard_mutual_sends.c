// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Send:17
// why: Both partners send in standard mode before they receive.
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    double a[32], b[32];
    for (int i = 0; i < 32; i++)
        a[i] = myid;
    MPI_Send(a, 32, MPI_DOUBLE, 1 - myid, 0, MPI_COMM_WORLD);
    MPI_Recv(b, 32, MPI_DOUBLE, 1 - myid, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (b[31] != 1 - myid)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
