// verdict: wrong
// class: memory
// also: none
// nodes: 3
// call: MPI_Gatherv:22
// why: The array of displacements has one entry too few, which MPI_Gatherv reads all the same.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *all = malloc(size * sizeof(int)), *ones = malloc(size * sizeof(int));
    int *places = calloc(size - 1, sizeof(int));
    for (int i = 0; i < size; i++)
        ones[i] = 1;
    for (int i = 0; i < size - 1; i++)
        places[i] = i;
    MPI_Gatherv(&rank, 1, MPI_INT, all, ones, places, MPI_INT, 0, MPI_COMM_WORLD);
    free(places);
    free(ones);
    free(all);
    MPI_Finalize();
    return 0;
}
