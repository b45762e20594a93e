// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The specific receive comes first, so only one message is left for the wildcard.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x, y;
    MPI_Status st;
    if (rank == 0) {
        MPI_Recv(&y, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &st);
        if (y != 1 || x != 2 || st.MPI_SOURCE != 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
