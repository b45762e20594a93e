// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Reduce:17
// why: The root is the number of processes instead of the last rank.
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int my_rank, nprocs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int last = nprocs, v = my_rank, s = 0;
    MPI_Reduce(&v, &s, 1, MPI_INT, MPI_SUM, last, MPI_COMM_WORLD);
    if (my_rank == last - 1)
        printf("%d\n", s);
    MPI_Finalize();
    return 0;
}
