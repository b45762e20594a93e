// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Exscan:17
// why: One process scans with MPI_PROD, the others with MPI_SUM.
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = rank + 2, o = 0;
    MPI_Op op = rank == 1 ? MPI_PROD : MPI_SUM;
    MPI_Exscan(&n, &o, 1, MPI_INT, op, MPI_COMM_WORLD);
    if (rank > 0)
        printf("%d\n", o);
    MPI_Finalize();
    return 0;
}
