// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A wait for any of several requests returns MPI_UNDEFINED at once if none of them is active.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, which, value = 3;
    MPI_Request r[3];
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++)
        MPI_Send_init(&value, 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &r[i]);
    MPI_Waitany(3, r, &which, &status);
    if (which != MPI_UNDEFINED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&r[i]);
    MPI_Finalize();
    return 0;
}
