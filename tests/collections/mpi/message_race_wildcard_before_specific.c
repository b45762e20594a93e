// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 3
// call: MPI_Recv:17, MPI_Recv:18
// why: If the wildcard takes the only message of process 1, the following receive from process 1 waits forever.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int x, y;
    if (myid == 0) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&y, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", x + y);
    } else
        MPI_Send(&myid, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
