// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Ssend:17
// why: Every process blocks in a synchronous send to its right neighbour before anyone posts a receive.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int right = (rank + 1) % nprocs, left = (rank + nprocs - 1) % nprocs;
    int mine = rank * rank, got = -1;
    MPI_Ssend(&mine, 1, MPI_INT, right, 7, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (got != left * left)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
