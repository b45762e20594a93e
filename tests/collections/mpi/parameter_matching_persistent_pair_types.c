// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Send_init:18, MPI_Recv_init:20
// why: A persistent send of MPI_UNSIGNED meets a persistent receive of MPI_INT.
#include <mpi.h>

int main(void)
{
    int my_rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Request r;
    unsigned u = 7;
    int i = 0;
    if (my_rank == 0)
        MPI_Send_init(&u, 1, MPI_UNSIGNED, 1, 0, MPI_COMM_WORLD, &r);
    else
        MPI_Recv_init(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
    MPI_Finalize();
    return 0;
}
