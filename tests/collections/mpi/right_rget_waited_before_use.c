// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The request is completed before the values are summed.
#include <mpi.h>

int main(void)
{
    int me;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int t[3] = { 1, 2, 3 }, g[3] = { 0 }, s = 0;
    MPI_Win w;
    MPI_Request r;
    MPI_Win_create(t, sizeof t, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock_all(0, w);
    MPI_Rget(g, 3, MPI_INT, 1 - me, 0, 3, MPI_INT, w, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        s += g[i];
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
    if (s != 6)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
