// verdict: wrong
// class: memory
// also: none
// nodes: 4
// call: MPI_Allgatherv:19
// why: The last displacement places a value behind the end of the receive buffer.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int counts[4] = {2, 2, 2, 2}, displacements[4] = {0, 2, 4, 7};
    int mine[2] = {rank, rank};
    int all[8];
    int behind[8];
    MPI_Allgatherv(mine, 2, MPI_INT, all, counts, displacements, MPI_INT, MPI_COMM_WORLD);
    behind[0] = all[0];
    MPI_Finalize();
    return behind[0];
}
