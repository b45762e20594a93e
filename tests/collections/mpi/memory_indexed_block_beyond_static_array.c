// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Send:20
// why: The second block of the type lies behind the end of the static array.
#include <mpi.h>

static int table[16], next[16];

int main(int argc, char **argv)
{
    int rank, places[2] = {0, 17};
    MPI_Datatype two;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_indexed_block(2, 1, places, MPI_INT, &two);
    MPI_Type_commit(&two);
    if (rank == 0)
        MPI_Send(table, 1, two, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(next, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&two);
    MPI_Finalize();
    return 0;
}
