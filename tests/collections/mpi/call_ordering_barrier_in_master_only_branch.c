// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Barrier:18, MPI_Bcast:20
// why: The master synchronises after printing while the workers are already in the next broadcast.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int n = 10;
    if (my_rank == 0) {
        printf("starting\n");
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (my_rank != 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
