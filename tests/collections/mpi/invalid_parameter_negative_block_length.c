// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Type_vector:15
// why: The vector type gets the block length -1 from a wrong border computation.
#include <mpi.h>

#define W 4
int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Datatype t;
    int border = 5;
    MPI_Type_vector(3, W - border, W, MPI_INT, &t);
    MPI_Type_commit(&t);
    MPI_Type_free(&t);
    MPI_Finalize();
    return 0;
}
