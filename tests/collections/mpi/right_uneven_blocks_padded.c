// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Processes with fewer blocks take part in the remaining reductions with a neutral value.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int blocks = me == size - 1 ? 3 : 4, most;
    double err = 0, g = 0, w = 0;
    MPI_Allreduce(&blocks, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int b = 0; b < most; b++)
    {
        double e = b < blocks ? 1.0 + b : 0.0;
        MPI_Allreduce(&e, &g, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        err += g;
        w += 1.0 + b;
    }
    if (err != w)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
