// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The collector is found by MPI_MAXLOC and hence known to all.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct
    {
        int v, r;
    } me = {rank * 7 % 3, rank}, best;
    int all[3] = {9, 9, 9};
    MPI_Allreduce(&me, &best, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Gather(&me.v, 1, MPI_INT, all, 1, MPI_INT, best.r, MPI_COMM_WORLD);
    if (rank == best.r)
        for (int i = 0; i < 3; i++)
            if (all[i] != i * 7 % 3)
                MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
