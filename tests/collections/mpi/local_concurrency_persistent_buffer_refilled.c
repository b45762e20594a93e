// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Start:19
// why: The next value is stored while the persistent send is still active.
#include <mpi.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int v = 0;
    MPI_Request r;
    if (my_rank == 0) {
        MPI_Send_init(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        for (int i = 1; i <= 3; i++) {
            MPI_Start(&r);
            v = i;
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&r);
    } else
        for (int i = 0; i < 3; i++)
            MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
