// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Process 0 serves first and process 1 answers, so sends and receives alternate.
#include <mpi.h>

int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    double ball = 1.0;
    int peer = 1 - self;
    for (int round = 0; round < 3; round++) {
        if (self == 0) {
            MPI_Send(&ball, 1, MPI_DOUBLE, peer, round, MPI_COMM_WORLD);
            MPI_Recv(&ball, 1, MPI_DOUBLE, peer, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&ball, 1, MPI_DOUBLE, peer, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            ball *= 2;
            MPI_Send(&ball, 1, MPI_DOUBLE, peer, round, MPI_COMM_WORLD);
        }
    }
    if (self == 0 && ball != 8.0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
