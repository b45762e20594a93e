// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Win_post:22
// why: The target posts a second exposure epoch before it waited for the first.
#include <mpi.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x = 0, v = 1, peer = 1 - rank;
    MPI_Win w;
    MPI_Group all, g;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &g);
    MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (rank == 1) {
        MPI_Win_post(g, 0, w);
        MPI_Win_post(g, 0, w);
        MPI_Win_wait(w);
    } else {
        MPI_Win_start(g, 0, w);
        MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
        MPI_Win_complete(w);
    }
    MPI_Win_free(&w);
    MPI_Group_free(&g);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
