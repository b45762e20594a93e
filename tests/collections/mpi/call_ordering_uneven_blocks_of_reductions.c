// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Allreduce:20, MPI_Gather:23
// why: The last process has one block fewer and goes on to the gather while the others reduce once more.
#include <mpi.h>

int main(void)
{
    int me, np;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    int blocks = me == np - 1 ? 3 : 4;
    double err = 0, all[3] = {0}, g;
    for (int b = 0; b < blocks; b++)
    {
        double e = 1.0 / (1 + b + me);
        MPI_Allreduce(&e, &g, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        err += g;
    }
    MPI_Gather(&err, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
