// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The root's buffer holds all parts.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int my_rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    float part[10], *all = my_rank == 0 ? malloc(size * sizeof part) : NULL;
    for (int i = 0; i < 10; i++)
        part[i] = my_rank;
    MPI_Gather(part, 10, MPI_FLOAT, all, 10, MPI_FLOAT, 0, MPI_COMM_WORLD);
    if (my_rank == 0 && all[29] != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    free(all);
    MPI_Finalize();
    return 0;
}
