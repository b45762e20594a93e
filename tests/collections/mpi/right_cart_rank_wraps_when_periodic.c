// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Coordinates out of range are wrapped in a periodic dimension.
#include <mpi.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm g;
    int d[2] = {2, 2}, p[2] = {1, 1}, c[2], r, n, c2[2];
    MPI_Cart_create(MPI_COMM_WORLD, 2, d, p, 0, &g);
    MPI_Comm_rank(g, &r);
    MPI_Cart_coords(g, r, 2, c);
    c2[0] = c[0] - 1;
    c2[1] = c[1];
    MPI_Cart_rank(g, c2, &n);
    MPI_Cart_coords(g, n, 2, c2);
    if (c2[0] != (c[0] + 1) % 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&g);
    MPI_Finalize();
    return 0;
}
