// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Recv:21
// why: The last element of the strided type lies behind the end of the local array.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, source[4] = {1, 2, 3, 4};
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int matrix[16], behind[16] = {0};
    MPI_Type_vector(4, 1, 6, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        MPI_Send(source, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(matrix, 1, column, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return behind[0];
}
