// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Neighbour allgather on a periodic one-dimensional grid.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm ring;
    int per = 1, in[2], n = ranks;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &per, 0, &ring);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, ring);
    if (in[0] != (rank + ranks - 1) % ranks || in[1] != (rank + 1) % ranks)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
