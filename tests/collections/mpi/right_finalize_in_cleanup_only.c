// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI is finalized once, by the cleanup function.
#include <mpi.h>
#include <stdlib.h>

static void cleanup(double* buf)
{
    int f;
    free(buf);
    MPI_Finalized(&f);
    if (!f)
        MPI_Finalize();
}
int main(void)
{
    int me;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    double* buf = malloc(8 * sizeof *buf);
    for (int i = 0; i < 8; i++)
        buf[i] = me;
    MPI_Allreduce(MPI_IN_PLACE, buf, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int ok = buf[7] == 1.0;
    cleanup(buf);
    return !ok;
}
