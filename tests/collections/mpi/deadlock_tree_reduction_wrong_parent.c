// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Ssend:22, MPI_Recv:24
// why: In the second level process 2 sends to process 1 instead of 0, so process 0 waits forever for it.
#include <mpi.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int sum = rank + 1;
    if (rank % 2 == 1)
        MPI_Send(&sum, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
    else {
        int child;
        MPI_Recv(&child, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += child;
        if (rank == 2)
            MPI_Ssend(&sum, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD);
        else {
            MPI_Recv(&child, 1, MPI_INT, rank + 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += child;
            if (sum != 10)
                MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    MPI_Finalize();
    return 0;
}
