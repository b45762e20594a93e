// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A fence separates the put from the get.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    double par = 0, v = 2.5, g = 0;
    MPI_Win w;
    MPI_Win_create(&par, sizeof par, sizeof par, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (me == 1)
        MPI_Put(&v, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    if (me == 2)
        MPI_Get(&g, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    if (me == 2 && g != 2.5)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
