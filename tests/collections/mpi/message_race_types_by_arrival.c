// verdict: wrong
// class: message_race
// also: parameter_matching
// nodes: 3
// call: MPI_Recv:17, MPI_Recv:18
// why: The first wildcard expects the integer of process 1 but can take the double of process 2.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = 4;
    double h = .25;
    if (rank == 0) {
        MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&h, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (n != 4)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else if (rank == 1)
        MPI_Send(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Send(&h, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
