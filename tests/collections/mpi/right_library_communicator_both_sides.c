// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A library uses its private duplicate on both sides while user traffic with the same tag stays in MPI_COMM_WORLD.
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm lib;
    int msg = 3, user = 8;
    MPI_Comm_dup(MPI_COMM_WORLD, &lib);
    if (myid == 0)
    {
        MPI_Request q;
        MPI_Isend(&user, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
        MPI_Ssend(&msg, 1, MPI_INT, 1, 0, lib);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    }
    else
    {
        int a = 0, b = 0;
        MPI_Recv(&a, 1, MPI_INT, 0, 0, lib, MPI_STATUS_IGNORE);
        MPI_Recv(&b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (a != 3 || b != 8)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_free(&lib);
    MPI_Finalize();
    return 0;
}
