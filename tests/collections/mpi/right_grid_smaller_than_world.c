// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A grid of three in a world of four: the fourth gets MPI_COMM_NULL.
#include <mpi.h>

int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm g;
    int dims[1] = { 3 }, per[1] = { 0 }, n;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, per, 0, &g);
    if (g == MPI_COMM_NULL) {
        if (self != 3)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        MPI_Comm_size(g, &n);
        if (n != 3)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Comm_free(&g);
    }
    MPI_Finalize();
    return 0;
}
