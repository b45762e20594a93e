// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer is freed after the receive completed.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *b = malloc(64 * sizeof *b);
    MPI_Request q;
    for (int i = 0; i < 64; i++)
        b[i] = rank;
    if (rank == 0)
        MPI_Issend(b, 64, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
    else
        MPI_Irecv(b, 64, MPI_INT, 0, 0, MPI_COMM_WORLD, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (b[63] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    free(b);
    MPI_Finalize();
    return 0;
}
