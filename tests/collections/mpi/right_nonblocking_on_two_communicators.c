// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Nonblocking reductions on two communicators may start in different orders, since order counts only within one communicator.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm twin;
    long a = me, b = me * me, x = 0, y = 0;
    MPI_Request q[2];
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    if (me == 3)
    {
        MPI_Iallreduce(&b, &y, 1, MPI_LONG, MPI_SUM, twin, &q[1]);
        MPI_Iallreduce(&a, &x, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &q[0]);
    }
    else
    {
        MPI_Iallreduce(&a, &x, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &q[0]);
        MPI_Iallreduce(&b, &y, 1, MPI_LONG, MPI_SUM, twin, &q[1]);
    }
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    if (x != 6 || y != 14)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&twin);
    MPI_Finalize();
    return 0;
}
