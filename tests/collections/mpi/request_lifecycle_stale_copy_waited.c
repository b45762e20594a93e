// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter, memory
// nodes: 2
// call: MPI_Wait:22
// why: A copy of the handle is waited for after the original was completed and released.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int v = myid;
    MPI_Request r, copy;
    if (myid == 0)
        MPI_Isend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    else
        MPI_Irecv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    copy = r;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
