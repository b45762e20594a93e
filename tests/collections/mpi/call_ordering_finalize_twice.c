// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Finalize:25
// why: Both the cleanup function and main finalize MPI.
#include <stdlib.h>
#include <mpi.h>

static void cleanup(double* buf)
{
    free(buf);
    MPI_Finalize();
}
int main(void)
{
    int my_rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    double* buf = malloc(8 * sizeof *buf);
    for (int i = 0; i < 8; i++)
        buf[i] = my_rank;
    MPI_Allreduce(MPI_IN_PLACE, buf, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    cleanup(buf);
    MPI_Finalize();
    return 0;
}
