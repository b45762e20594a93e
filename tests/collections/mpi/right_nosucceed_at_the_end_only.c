// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The promise is given with the last fence.
#include <mpi.h>

int main(void)
{
    int myid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int x[2] = { 0, 0 }, v = myid + 1;
    MPI_Win w;
    MPI_Win_create(x, sizeof x, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
    MPI_Put(&v, 1, MPI_INT, 1 - myid, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Put(&v, 1, MPI_INT, 1 - myid, 1, 1, MPI_INT, w);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
    if (x[0] != 2 - myid || x[1] != 2 - myid)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
