// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Send:18, MPI_Recv:20
// why: The tag is the difference of two levels and negative.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int from = 2, to = 5;
    double c = 1;
    int tag = from - to;
    if (my_rank == 0)
        MPI_Send(&c, 1, MPI_DOUBLE, 1, tag * 10, MPI_COMM_WORLD);
    else
        MPI_Recv(&c, 1, MPI_DOUBLE, 0, tag * 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
