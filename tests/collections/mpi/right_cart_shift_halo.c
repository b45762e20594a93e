// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Non-periodic Cartesian grid; MPI_Cart_shift gives MPI_PROC_NULL at the border.
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm g;
    int dims[2] = {2, 2}, per[2] = {0, 0}, src, dst, got = -1, r;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, per, 1, &g);
    MPI_Comm_rank(g, &r);
    MPI_Cart_shift(g, 0, 1, &src, &dst);
    MPI_Sendrecv(&r, 1, MPI_INT, dst, 3, &got, 1, MPI_INT, src, 3, g, MPI_STATUS_IGNORE);
    if (src == MPI_PROC_NULL ? got != -1 : got != src)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&g);
    MPI_Finalize();
    return 0;
}
