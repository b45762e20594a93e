// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Neighbour all-to-all with different lengths on an open line; missing neighbours are MPI_PROC_NULL.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    MPI_Comm l;
    int n = world, per = 0, sc[2] = { 1, 2 }, rc[2] = { 2, 1 }, sd[2] = { 0, 1 },
        rd[2] = { 0, 2 }, out[3] = { rank, rank + 10, rank + 20 }, in[3] = { -1, -1, -1 };
    MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &per, 0, &l);
    MPI_Neighbor_alltoallv(out, sc, sd, MPI_INT, in, rc, rd, MPI_INT, l);
    if (rank > 0 && (in[0] != rank - 1 + 10 || in[1] != rank - 1 + 20))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank < world - 1 ? in[2] != rank + 1 : in[2] != -1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&l);
    MPI_Finalize();
    return 0;
}
