// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Allreduce:17, MPI_Reduce_scatter_block:19
// why: Process 0 replaces the reduce-scatter by an allreduce plus local selection while process 1 calls MPI_Reduce_scatter_block.
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v[2] = {rank + 1, rank + 2}, r[2] = {0, 0};
    if (rank == 0)
        MPI_Allreduce(v, r, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else
        MPI_Reduce_scatter_block(v, r, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\n", r[0]);
    MPI_Finalize();
    return 0;
}
