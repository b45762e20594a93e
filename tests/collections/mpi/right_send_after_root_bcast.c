// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The special message follows the broadcast on both sides.
#include <mpi.h>

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int special = me == 0 ? 9 : 0, common = me == 0 ? 4 : 0;
    MPI_Bcast(&common, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (me == 0)
        MPI_Send(&special, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    if (me == 2)
    {
        MPI_Recv(&special, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (special + common != 13)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
