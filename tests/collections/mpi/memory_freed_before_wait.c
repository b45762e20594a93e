// verdict: wrong
// class: memory
// also: local_concurrency, request_lifecycle
// nodes: 2
// call: MPI_Irecv:23, MPI_Wait:26
// why: The buffer is freed while the nonblocking receive still writes to it.
#include <stdlib.h>
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int* b = malloc(64 * sizeof *b);
    MPI_Request q;
    for (int i = 0; i < 64; i++)
        b[i] = rank;
    if (rank == 0)
        MPI_Ssend(b, 64, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Irecv(b, 64, MPI_INT, 0, 0, MPI_COMM_WORLD, &q);
    free(b);
    if (rank == 1)
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
