// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Type_free:17
// why: The cleanup loop frees MPI_DOUBLE, which was only borrowed.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Datatype t[2];
    t[0] = MPI_DOUBLE;
    MPI_Type_contiguous(2, MPI_DOUBLE, &t[1]);
    MPI_Type_commit(&t[1]);
    for (int i = 1; i >= 0; i--)
        MPI_Type_free(&t[i]);
    MPI_Finalize();
    return 0;
}
