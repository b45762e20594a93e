// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 4
// call: MPI_Send:18
// why: All processes send to all others before they receive.
#include <mpi.h>

int main(void)
{
    int myid, nprocs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int in, sum = 0;
    for (int p = 0; p < nprocs; p++)
        if (p != myid)
            MPI_Send(&myid, 1, MPI_INT, p, 0, MPI_COMM_WORLD);
    for (int p = 0; p < nprocs; p++)
        if (p != myid) {
            MPI_Recv(&in, 1, MPI_INT, p, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += in;
        }
    if (sum != 6 - myid)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
