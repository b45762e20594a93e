// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: MPI_Recv:20
// why: Parts are appended in the order of arrival and the whole is then expected to be sorted.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int me, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int all[4] = {0};
    if (me == 0)
    {
        for (int k = 1; k < ranks; k++)
            MPI_Recv(&all[k], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 1; k < ranks; k++)
            if (all[k] <= all[k - 1])
            {
                fprintf(stderr, "not sorted\n");
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
    }
    else
    {
        int v = me * me;
        MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
