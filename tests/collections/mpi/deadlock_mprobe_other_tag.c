// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Ssend:16, MPI_Mprobe:21
// why: The consumer blocks in a matched probe for tag 2 while the producer only sends tag 1, synchronously.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    float sample[5] = {.1f, .2f, .3f, .4f, .5f};
    if (rank == 0)
        MPI_Ssend(sample, 5, MPI_FLOAT, 1, 1, MPI_COMM_WORLD);
    else
    {
        MPI_Message m;
        MPI_Status st;
        MPI_Mprobe(0, 2, MPI_COMM_WORLD, &m, &st);
        MPI_Mrecv(sample, 5, MPI_FLOAT, &m, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
