// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The left neighbour writes ghost 0, the right neighbour ghost N+1; sources are interior cells.
#include <mpi.h>

#define N 4
int main(int argc, char** argv)
{
    int me, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double u[N + 2];
    MPI_Win w;
    for (int i = 0; i < N + 2; i++)
        u[i] = me;
    MPI_Win_create(u, sizeof u, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (me < size - 1)
        MPI_Put(&u[N], 1, MPI_DOUBLE, me + 1, 0, 1, MPI_DOUBLE, w);
    if (me > 0)
        MPI_Put(&u[1], 1, MPI_DOUBLE, me - 1, N + 1, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    if (me == 1 && (u[0] != 0 || u[N + 1] != 2 || u[1] != 1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
