// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Probe:15
// why: The process waits for a message of its own that it sends only after the probe.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Probe(rank, 3, MPI_COMM_WORLD, &status);
    MPI_Send(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &status);
    MPI_Finalize();
    return 0;
}
