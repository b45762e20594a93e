// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A count of zero is valid and the message is received as empty.
#include <mpi.h>

static int leftover(int n, int done)
{
    return n > done ? n - done : 0;
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v[8] = {0}, n = leftover(6, 8);
    if (rank == 0)
        MPI_Send(v, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
    {
        MPI_Status st;
        int c;
        MPI_Recv(v, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, MPI_INT, &c);
        if (c != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
