// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: MPI_Send:21, MPI_Send:22
// why: All processes send both borders before they receive any ghost cell.
#include <mpi.h>

#define N 10
int main(int argc, char** argv)
{
    int my_rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    float u[N + 2];
    int lo = my_rank > 0 ? my_rank - 1 : MPI_PROC_NULL,
        hi = my_rank < nprocs - 1 ? my_rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < N + 2; i++)
        u[i] = my_rank;
    MPI_Send(&u[N], 1, MPI_FLOAT, hi, 0, MPI_COMM_WORLD);
    MPI_Send(&u[1], 1, MPI_FLOAT, lo, 1, MPI_COMM_WORLD);
    MPI_Recv(&u[0], 1, MPI_FLOAT, lo, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&u[N + 1], 1, MPI_FLOAT, hi, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
