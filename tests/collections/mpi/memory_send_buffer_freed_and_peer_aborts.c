// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Isend:19
// why: The buffer is freed before the send is complete, so that the receiver may get other values, and aborts.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, *data = malloc(sizeof(int)), *other;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        *data = 7;
        /* free(data) belongs behind MPI_Wait. */
        MPI_Isend(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        free(data);
        other = malloc(sizeof(int));
        *other = 8;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        free(other);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (*data != 7)
            MPI_Abort(MPI_COMM_WORLD, 1);
        free(data);
    }
    MPI_Finalize();
    return 0;
}
