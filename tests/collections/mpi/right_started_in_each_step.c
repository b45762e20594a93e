// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Persistent ring exchange, started and completed once in each step.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, np;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    int out = me, in = -1;
    MPI_Request r[2];
    MPI_Send_init(&out, 1, MPI_INT, (me + 1) % np, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(&in, 1, MPI_INT, (me + np - 1) % np, 0, MPI_COMM_WORLD, &r[1]);
    for (int s = 0; s < np; s++)
    {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        out = in;
    }
    if (out != me)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Finalize();
    return 0;
}
