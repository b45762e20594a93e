// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A duplicate of a Cartesian communicator keeps the topology; MPI_Topo_test confirms.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    MPI_Comm g, c;
    int n = world, per = 1, s, d, kind;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &per, 0, &g);
    MPI_Comm_dup(g, &c);
    MPI_Topo_test(c, &kind);
    if (kind != MPI_CART)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Cart_shift(c, 0, 1, &s, &d);
    if (d != (me + 1) % world || s != (me + world - 1) % world)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&c);
    MPI_Comm_free(&g);
    MPI_Finalize();
    return 0;
}
