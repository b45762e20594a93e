// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Receives are posted before the blocking sends.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int v = my_rank, w = -1;
    MPI_Request q;
    MPI_Irecv(&w, 1, MPI_INT, 1 - my_rank, 0, MPI_COMM_WORLD, &q);
    MPI_Send(&v, 1, MPI_INT, 1 - my_rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (w != 1 - my_rank)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
