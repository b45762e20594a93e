// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 3
// call: MPI_Recv:13, MPI_Recv:24
// why: The library's wildcard receive in the user's communicator may take the user message of process 2, after which the user's own receive waits for a message that is gone.
#include <stdio.h>
#include <mpi.h>

static int lib_collect(void)
{
    int v;
    MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return v;
}
int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int v = 0;
    if (myid == 0) {
        int l = lib_collect();
        MPI_Recv(&v, 1, MPI_INT, 2, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d %d\n", l, v);
    } else if (myid == 1) {
        v = -1;
        MPI_Send(&v, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else {
        v = 7;
        MPI_Send(&v, 1, MPI_INT, 0, 50, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
