// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Columns of a row-major matrix are scattered with a resized vector type and received contiguously: equal signatures.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int m[4][2], col[4];
    MPI_Datatype v, c;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            m[i][j] = 10 * i + j;
    MPI_Type_vector(4, 1, 2, MPI_INT, &v);
    MPI_Type_create_resized(v, 0, sizeof(int), &c);
    MPI_Type_commit(&c);
    MPI_Scatter(m, 1, c, col, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++)
        if (col[i] != 10 * i + my_rank)
            MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Type_free(&c);
    MPI_Type_free(&v);
    MPI_Finalize();
    return 0;
}
