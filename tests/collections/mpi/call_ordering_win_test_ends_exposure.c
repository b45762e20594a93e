// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Recv:28
// why: The test may end the exposure epoch, as the origin may be through with its access; then the target waits for a message of nobody.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, shown = 0, value = 3, found;
    MPI_Group all, peer;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&shown, sizeof shown, sizeof shown, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    other = 1 - rank;
    MPI_Group_incl(all, 1, &other, &peer);
    if (rank == 0) {
        MPI_Win_start(peer, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(peer, 0, win);
        MPI_Win_test(win, &found);
        if (found)
            MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Win_wait(win);
    }
    MPI_Group_free(&peer);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return rank == 1 && shown != 3;
}
