// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 3
// call: MPI_Iallreduce:19
// why: The loop is left by a break between the start and the wait of the nonblocking reduction.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    double r = 1, s = 0;
    MPI_Request q;
    for (int it = 0; it < 10; it++) {
        r /= 2;
        MPI_Iallreduce(&r, &s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &q);
        if (it == 5)
            break;
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    }
    printf("%d\n", my_rank);
    MPI_Finalize();
    return 0;
}
