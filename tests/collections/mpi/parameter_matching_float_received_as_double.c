// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Send:17, MPI_Recv:20
// why: Two floats are sent and one double is received: the type signatures differ.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char** argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (me == 0) {
        float f[2] = { 1, 2 };
        MPI_Send(f, 2, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    } else {
        double d;
        MPI_Recv(&d, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%g\n", d);
    }
    MPI_Finalize();
    return 0;
}
