// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A hand-written dissemination barrier with zero-size messages.
#include <mpi.h>

static void my_barrier(MPI_Comm c)
{
    int r, n;
    MPI_Comm_rank(c, &r);
    MPI_Comm_size(c, &n);
    for (int d = 1; d < n; d <<= 1)
    {
        MPI_Request q;
        MPI_Isend(NULL, 0, MPI_BYTE, (r + d) % n, d, c, &q);
        MPI_Recv(NULL, 0, MPI_BYTE, (r - d + n) % n, d, c, MPI_STATUS_IGNORE);
        MPI_Wait(&q, MPI_STATUS_IGNORE);
    }
}
int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm c;
    int x = me, s;
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    for (int k = 0; k < 3; k++)
        my_barrier(c);
    MPI_Allreduce(&x, &s, 1, MPI_INT, MPI_SUM, c);
    MPI_Comm_free(&c);
    if (s != 6)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
