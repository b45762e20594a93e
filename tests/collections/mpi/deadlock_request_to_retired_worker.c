// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Ssend:18
// why: Worker 2 handles a single request and leaves; the second synchronous request to it can never be received.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int r = 0;
    if (my_rank == 0)
    {
        for (int k = 0; k < 4; k++)
            MPI_Ssend(&k, 1, MPI_INT, 1 + k % 2, 0, MPI_COMM_WORLD);
    }
    else
    {
        int quota = my_rank == 1 ? 2 : 1;
        for (int k = 0; k < quota; k++)
            MPI_Recv(&r, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
