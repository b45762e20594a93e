// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Send:16
// why: MPI_ANY_TAG is not a valid tag of a send.
#include <mpi.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int x = 1;
    if (my_rank == 0)
        MPI_Send(&x, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
