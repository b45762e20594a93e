// verdict: wrong
// class: deadlock
// also: parameter_matching
// nodes: 4
// call: MPI_Recv:18
// why: The sender puts its own rank into the tag while the receiver expects the receiver's rank there, so no message matches.
#include <mpi.h>
#include <stdio.h>

static void my_barrier(MPI_Comm c)
{
    int r, n;
    MPI_Comm_rank(c, &r);
    MPI_Comm_size(c, &n);
    for (int d = 1; d < n; d <<= 1) {
        MPI_Request q;
        MPI_Isend(NULL, 0, MPI_BYTE, (r + d) % n, 10 * d + r, c, &q);
        MPI_Recv(NULL, 0, MPI_BYTE, (r - d + n) % n, 10 * d + r, c, MPI_STATUS_IGNORE);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    }
}
int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 2; k++)
        my_barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts("passed");
    MPI_Finalize();
    return 0;
}
