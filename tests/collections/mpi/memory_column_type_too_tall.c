// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Recv:27
// why: The column type steps through five rows of an array that has four.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    double(*m)[3] = malloc(4 * sizeof *m);
    MPI_Datatype col;
    for (int i = 0; i < 12; i++)
        m[i / 3][i % 3] = 0;
    MPI_Type_vector(5, 1, 3, MPI_DOUBLE, &col);
    MPI_Type_commit(&col);
    if (myid == 0)
    {
        double c[5] = {1, 2, 3, 4, 5};
        MPI_Send(c, 5, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    else
        MPI_Recv(&m[0][1], 1, col, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&col);
    free(m);
    MPI_Finalize();
    return 0;
}
