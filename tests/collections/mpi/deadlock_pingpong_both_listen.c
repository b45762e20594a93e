// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Recv:18
// why: Both players receive first, and the matching sends come only after the receives.
#include <mpi.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    double ball = 0.5 * my_rank;
    int peer = 1 - my_rank;
    for (int round = 0; round < 3; round++) {
        double in;
        MPI_Recv(&in, 1, MPI_DOUBLE, peer, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&ball, 1, MPI_DOUBLE, peer, round, MPI_COMM_WORLD);
        ball = in + 1.0;
    }
    MPI_Finalize();
    return 0;
}
