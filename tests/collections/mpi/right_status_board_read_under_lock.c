// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each poll takes its own shared lock.
#include <mpi.h>

static int peek(MPI_Win w, int who)
{
    int s = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, who, 0, w);
    MPI_Get(&s, 1, MPI_INT, who, 0, 1, MPI_INT, w);
    MPI_Win_unlock(who, w);
    return s;
}
int main(void)
{
    int my_rank, world;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    int state = my_rank + 100;
    MPI_Win w;
    MPI_Win_create(&state, sizeof state, sizeof state, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    for (int p = 0; p < world; p++)
        if (peek(w, p) != 100 + p)
            MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
