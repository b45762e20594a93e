// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A strided column is received as a contiguous row: same signature.
#include <mpi.h>

int main(void)
{
    int me;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    double a[4][4];
    MPI_Datatype col;
    for (int i = 0; i < 16; i++)
        a[i / 4][i % 4] = me ? 0 : i;
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &col);
    MPI_Type_commit(&col);
    if (me == 0)
        MPI_Send(&a[0][1], 1, col, 1, 0, MPI_COMM_WORLD);
    else
    {
        MPI_Recv(a[2], 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (a[2][3] != 13)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Type_free(&col);
    MPI_Finalize();
    return 0;
}
