// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The master receives exactly size-1 partial sums; their order does not matter for the sum.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, np;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    if (me == 0)
    {
        long total = 0, part;
        for (int k = 0; k < 100; k += np)
            total += k;
        for (int i = 1; i < np; i++)
        {
            MPI_Recv(&part, 1, MPI_LONG, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            total += part;
        }
        if (total != 4950)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    else
    {
        long part = 0;
        for (int k = me; k < 100; k += np)
            part += k;
        MPI_Send(&part, 1, MPI_LONG, 0, 3, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
