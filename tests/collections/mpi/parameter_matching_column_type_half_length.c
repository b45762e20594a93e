// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Bcast:18
// why: Root broadcasts a column of four, the leaf takes a column type of two elements.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    double a[4][4] = {{0}};
    MPI_Datatype col;
    MPI_Type_vector(my_rank == 0 ? 4 : 2, 1, 4, MPI_DOUBLE, &col);
    MPI_Type_commit(&col);
    MPI_Bcast(a, 1, col, 0, MPI_COMM_WORLD);
    MPI_Type_free(&col);
    MPI_Finalize();
    return 0;
}
