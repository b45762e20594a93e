// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Timings are reduced before MPI_Finalize; afterwards only local output.
#include <mpi.h>
#include <stdio.h>

static double t;
int main(int argc, char** argv)
{
    int r;
    double m = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    double a = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    t = MPI_Wtime() - a;
    MPI_Reduce(&t, &m, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (r == 0 && m < t)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    if (r == 0)
        puts("measured");
    return 0;
}
