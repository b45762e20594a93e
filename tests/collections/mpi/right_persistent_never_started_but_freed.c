// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: An unused persistent request is freed.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int stop;
    MPI_Request r;
    int v = myid, m;
    MPI_Recv_init(&stop, 1, MPI_INT, MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &r);
    MPI_Allreduce(&v, &m, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Request_free(&r);
    if (m != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
