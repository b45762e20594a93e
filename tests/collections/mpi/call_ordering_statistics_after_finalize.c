// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Reduce:14
// why: The exit report reduces timings after MPI_Finalize.
#include <mpi.h>
#include <stdio.h>

static double t;
static void report(void)
{
    double m;
    MPI_Reduce(&t, &m, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    printf("%f\n", m);
}
int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    double a = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    t = MPI_Wtime() - a;
    MPI_Finalize();
    report();
    return 0;
}
