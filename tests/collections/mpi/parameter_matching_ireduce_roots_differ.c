// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 2
// call: MPI_Ireduce:17
// why: The nonblocking reduction has root 0 on process 0 and root 1 on process 1.
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int my_rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    double e = my_rank, s = 0;
    MPI_Request r;
    MPI_Ireduce(&e, &s, 1, MPI_DOUBLE, MPI_SUM, my_rank, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
