// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The type joins two variables by their absolute addresses; that they are neighbours does not matter.
#include <mpi.h>

static int first = 1, second = 2;

int main(int argc, char **argv)
{
    int rank, lengths[2] = {1, 1};
    MPI_Aint places[2];
    MPI_Datatype both;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_address(&first, &places[0]);
    MPI_Get_address(&second, &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
    MPI_Type_commit(&both);
    if (rank == 0)
        MPI_Send(MPI_BOTTOM, 1, both, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(MPI_BOTTOM, 1, both, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&both);
    MPI_Finalize();
    return first + second != 3;
}
