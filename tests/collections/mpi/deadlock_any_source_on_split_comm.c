// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Recv:25
// why: After the split each half has two members; local process 0 expects two messages though its half has a single other member.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm half;
    int hr, hs;
    MPI_Comm_split(MPI_COMM_WORLD, me / 2, me, &half);
    MPI_Comm_rank(half, &hr);
    MPI_Comm_size(half, &hs);
    if (hr == 0)
    {
        int x, s = 0;
        for (int i = 0; i < hs; i++)
        {
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, half, MPI_STATUS_IGNORE);
            s += x;
        }
        printf("half %d: %d\n", me / 2, s);
    }
    else
        MPI_Send(&me, 1, MPI_INT, 0, 0, half);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
