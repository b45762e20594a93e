// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Reduce:17, MPI_Reduce:19
// why: Process 0 reduces with MPI_MAX, the others with MPI_SUM.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int load = rank * 4, worst = 0;
    if (rank == 0)
        MPI_Reduce(&load, &worst, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(&load, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%d\n", worst);
    MPI_Finalize();
    return 0;
}
