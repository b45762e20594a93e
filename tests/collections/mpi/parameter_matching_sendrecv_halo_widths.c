// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 2
// call: MPI_Sendrecv:18
// why: One side sends two ghost layers while the other side expects one.
#include <mpi.h>

#define NX 5
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double g[NX], b[2 * NX] = {0};
    int peer = 1 - rank;
    int layers = rank == 0 ? 2 : 1;
    MPI_Sendrecv(b, layers * NX, MPI_DOUBLE, peer, 0, g, NX, MPI_DOUBLE, peer, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
