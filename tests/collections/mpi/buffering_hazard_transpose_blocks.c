// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 4
// call: MPI_Send:19
// why: Off-diagonal processes of the grid both send their block in standard mode first.
#include <mpi.h>

int main(int argc, char** argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int mate = (me % 2) * 2 + me / 2;
    int blk[9], t[9];
    for (int i = 0; i < 9; i++)
        blk[i] = me * 9 + i;
    if (mate != me) {
        MPI_Send(blk, 9, MPI_INT, mate, 0, MPI_COMM_WORLD);
        MPI_Recv(t, 9, MPI_INT, mate, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (t[8] != mate * 9 + 8)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
